-- Deletes up to p_rows rows of a deleted tenant that nothing restores any more, table after table, those that refer to others first;
-- answers how many, 0 when nothing but the row of the tenant itself is left. Whatever table comes later is found by its tenant_id.
-- It runs as the owner, because no role of ours may delete what is append-only; that the tenant is marked so is all its permission, so
-- a temporary table of the caller's must not pass for tenants.
create or replace function platform.purge_tenant(p_tenant bigint, p_rows integer) returns bigint
  language plpgsql security definer set search_path = public, pg_catalog, pg_temp as $$
declare
  v_left oid[];
  v_table oid;
  v_deleted bigint;
  v_total bigint := 0;
begin
  perform set_config('app.purged_tenant', p_tenant::text, true);
  perform set_config('app.tenant_id', p_tenant::text, true);
  if not exists (select from tenants where id = p_tenant and deleted_at is not null and purge_at is null) then
    raise exception 'tenant % is not marked as deleted for good', p_tenant;
  end if;
  v_left := array(
    select a.attrelid from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'tenant_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace);
  while cardinality(v_left) > 0 loop
    -- a table that no other one that is left refers to; in a circle of references any
    select t into v_table from unnest(v_left) t
    order by exists (
      select from pg_constraint f where f.contype = 'f' and f.confrelid = t and f.conrelid <> t and f.conrelid = any(v_left)), t
    limit 1;
    execute format('delete from %1$s where ctid = any(array(select ctid from %1$s where tenant_id = $1 limit $2))', v_table::regclass)
      using p_tenant, p_rows - v_total;
    get diagnostics v_deleted = row_count;
    v_total := v_total + v_deleted;
    -- rows of this table may be left
    exit when v_total >= p_rows;
    v_left := array_remove(v_left, v_table);
  end loop;
  return v_total;
end $$;
revoke all on function platform.purge_tenant from public;
grant execute on function platform.purge_tenant to comanda_platform;

-- Deletes the row of a tenant that is marked as deleted; answers whether it was there. As the owner too: the cascade fires the triggers
-- of every table that refers to it, also where no row is left, and before PostgreSQL 18 these run as whoever runs the statement.
create or replace function platform.delete_tenant(p_tenant bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_catalog, pg_temp as $$
begin
  perform set_config('app.purged_tenant', p_tenant::text, true);
  -- triggers ask whose transaction this is
  perform set_config('app.tenant_id', p_tenant::text, true);
  delete from tenants where id = p_tenant and deleted_at is not null;
  if not found then return false; end if;
  delete from platform.tenant_notes where tenant_id = p_tenant;
  return true;
end $$;
revoke all on function platform.delete_tenant from public;
grant execute on function platform.delete_tenant to comanda_platform;
