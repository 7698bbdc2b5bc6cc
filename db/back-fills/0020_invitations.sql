-- concurrently: statements of their own, outside a transaction
create index concurrently if not exists audit_log_security on public.audit_log (at) where entity = 'security';
create index concurrently if not exists audit_log_sign_ins on public.audit_log (at) where entity = 'sessions' and after ? 'address';
