-- compatible-with: 0017_business_hours
-- What Activity shows and filters by (wire-2.md §4). Entries of before, and of older releases, have none of it.
-- in minor units, positive
alter table audit_log add column amount bigint, add column table_id bigint;
-- in the words of then
alter table audit_log add column reason text, add column note text;

-- A large log is indexed after the start, without a lock that writers wait for (db/back-fills/0091_audit.sql).
do $$
begin
  if pg_relation_size('audit_log') < 32 * 1024 * 1024 then
    create index audit_log_at on audit_log (tenant_id, at, id);
    create index audit_log_done on audit_log (tenant_id, entity, action, at, id) include (amount);
    create index audit_log_member on audit_log (tenant_id, member_id, entity, action, at, id) include (amount);
    create index audit_log_table on audit_log (tenant_id, table_id, entity, action, at, id) include (amount) where table_id is not null;
    create index audit_log_amount on audit_log (tenant_id, amount, at) where amount is not null;
  end if;
end $$;
