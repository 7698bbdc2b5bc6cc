-- concurrently: statements of their own, outside a transaction
create index concurrently if not exists customers_in_order on public.customers (tenant_id, public.plain_letters(name) collate "C", id) where erased_at is null;
