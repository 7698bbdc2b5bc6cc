-- concurrently: a statement of its own, outside a transaction
create index concurrently if not exists orders_walk_in_addresses on public.orders (created_at)
  where delivery_address is not null and customer_id is null;
