-- In which category the item stood when that one was deleted: reports keep its sales there.
alter table menu_items
  add column last_category_id bigint,
  add constraint menu_items_last_category foreign key (tenant_id, last_category_id) references categories;
create index menu_items_last_category on menu_items (tenant_id, last_category_id) where last_category_id is not null;
