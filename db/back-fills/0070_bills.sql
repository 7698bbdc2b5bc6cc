-- concurrently: statements of their own, outside a transaction
create index concurrently if not exists order_lines_check on public.order_lines (tenant_id, check_id) where check_id is not null;
create index concurrently if not exists order_lines_invoice on public.order_lines (tenant_id, invoice_id) where invoice_id is not null;
