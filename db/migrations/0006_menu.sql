-- The business date on which the item was marked as sold out: it is back by itself when the next one begins.
alter table menu_items add column sold_out_on date;
