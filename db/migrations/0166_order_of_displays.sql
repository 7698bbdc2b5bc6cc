-- compatible-with: 0017_business_hours
-- Which of a page's words a display shows: an older one that arrives later changes nothing. Null: it was told without an order.
alter table displays add column shown_from text, add column shown_order bigint;
