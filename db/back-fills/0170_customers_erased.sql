-- concurrently: statements of their own, outside a transaction
create index concurrently if not exists customers_erased on public.customers (erased_at) where erased_at is not null;
