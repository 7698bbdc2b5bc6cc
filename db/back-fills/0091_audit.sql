-- concurrently: statements of their own, outside a transaction
create index concurrently if not exists audit_log_at on public.audit_log (tenant_id, at, id);
create index concurrently if not exists audit_log_done on public.audit_log (tenant_id, entity, action, at, id) include (amount);
create index concurrently if not exists audit_log_member on public.audit_log (tenant_id, member_id, entity, action, at, id) include (amount);
create index concurrently if not exists audit_log_table on public.audit_log (tenant_id, table_id, entity, action, at, id) include (amount) where table_id is not null;
create index concurrently if not exists audit_log_amount on public.audit_log (tenant_id, amount, at) where amount is not null;
