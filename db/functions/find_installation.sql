-- Names an installation by its database, without storing anything that a backup would carry along: a restored one is another installation,
-- whatever cluster it lies in, and a promoted standby the same one. A copy of the cluster's files is the same one, too (docs/operating.md).
-- Where the owner may not ask for the cluster's number, as some managed databases have it, the moment of the first migration takes its place,
-- which no backup holds. As the owner, so that the servers and the commands find one name.
create or replace function find_installation() returns text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_database constant oid := (select oid from pg_database where datname = current_database());
begin
  return (select system_identifier from pg_control_system()) || '-' || v_database;
exception when insufficient_privilege then
  return (
    select (extract(epoch from timestamp::timestamptz) * 1000)::bigint || '-' || v_database
    from migrations.kysely_migration order by name limit 1);
end $$;
revoke all on function find_installation from public;
grant execute on function find_installation to comanda_worker;
