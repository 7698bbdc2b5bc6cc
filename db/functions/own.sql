-- A second wall, which holds although row-level security were off, and the other way round: for each table a view of the
-- tenant's own rows. comanda_app finds them first (its search_path, server/platform/database/migrations.ts), so no query mentions them.
-- The views run with the caller's rights, so the policies apply beneath them; the planner sees one condition twice and drops one.
-- They are dropped before a migration and made again after it; meanwhile the tables themselves are found.
do $$
declare
  t record;
  p text;
begin
  if to_regnamespace('own') is not null then
    return;
  end if;
  create schema own;
  grant usage on schema own to comanda_app;
  for t in
    select c.oid, c.relname, case c.relname when 'tenants' then 'id' else 'tenant_id' end as tenant
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  loop
    execute format(
      'create view own.%1$I with (security_invoker = true) as select * from public.%1$I where %2$I = (select public.current_tenant()) with local check option',
      t.relname, t.tenant);
    foreach p in array array['select', 'insert', 'update', 'delete'] loop
      -- where only a column may be updated the table beneath says so
      if has_table_privilege('comanda_app', t.oid, p) or p <> 'delete' and has_any_column_privilege('comanda_app', t.oid, p) then
        execute format('grant %s on own.%I to comanda_app', p, t.relname);
      end if;
    end loop;
  end loop;
  -- What the release before this one finds customers by, which is stored no more (docs/decisions/0010-customer-search.md); goes with it.
  -- While 0109 is still to come the table itself stands there.
  if to_regclass('public.customers') is not null and to_regclass('public.customer_suffixes') is null then
    create view own.customer_suffixes with (security_invoker = true) as
      select c.tenant_id, s.field collate "C" as field, s.suffix collate "C" as suffix, c.id as customer_id
      from own.customers c cross join lateral public.suffixes_of(c.name, c.phone, c.phone_key, c.email) s where c.erased_at is null;
    grant select on own.customer_suffixes to comanda_app;
  end if;
end $$;
