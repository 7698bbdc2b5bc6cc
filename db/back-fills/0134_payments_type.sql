-- concurrently: statements of their own, outside a transaction
create index concurrently if not exists payments_type on public.payments (tenant_id, payment_type_id, business_date, id);
