-- concurrently: statements of their own, outside a transaction
create index concurrently if not exists payments_day on public.payments (tenant_id, business_date, id);
