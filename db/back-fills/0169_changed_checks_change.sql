-- concurrently: statements of their own, outside a transaction
create index concurrently if not exists changed_checks_change on public.changed_checks (tenant_id, change_id);
