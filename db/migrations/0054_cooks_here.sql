-- compatible-with: 0017_business_hours
-- False: nothing has to be made for this store's guests, or nobody looks at a kitchen's display; lines count as completed when they are
-- sent (db/functions/place_order.sql).
alter table store_settings add column cooks_here boolean not null default true;
