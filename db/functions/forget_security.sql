-- Security rows that are older than `p_before` go, and the addresses of sign-ins with them; who signed in when stays. At most `p_rows` of
-- each kind at once; answers how many there were of the kind that had most. Everything else in the logs is append-only, so this is a
-- function and no right to delete. Rows are named by their place, without a join: a connection plans each statement once, and a join that was
-- planned while a log was nearly empty would compare every row with every other.
-- What it answers cannot be changed in place; the release before answers nothing, and asks for nothing.
drop function if exists public.forget_security(timestamptz, integer);
create or replace function public.forget_security(p_before timestamptz, p_rows integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_rows integer;
  v_most integer;
begin
  delete from public.audit_log where ctid = any(array(
    select ctid from public.audit_log where entity = 'security' and at < p_before order by at limit p_rows for update));
  get diagnostics v_most = row_count;
  delete from platform.audit_log where ctid = any(array(
    select ctid from platform.audit_log where entity = 'security' and at < p_before order by at limit p_rows for update));
  get diagnostics v_rows = row_count;
  v_most := greatest(v_most, v_rows);
  update public.audit_log set after = after - 'address' where ctid = any(array(
    select ctid from public.audit_log where entity = 'sessions' and after ? 'address' and at < p_before order by at limit p_rows
    for no key update));
  get diagnostics v_rows = row_count;
  return greatest(v_most, v_rows);
end $$;
revoke all on function public.forget_security from public;
grant execute on function public.forget_security to comanda_worker;
