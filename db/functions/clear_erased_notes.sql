-- What was noted of a guest who was erased while the kitchen made it (forget_customer.sql) goes once it is made or cancelled, and from the
-- tickets with the order. Of customers who were erased since `p_since`, at most `p_rows` lines and as many tickets at once; answers how many
-- there were. A function, for the worker may not read orders.
create or replace function public.clear_erased_notes(p_since timestamptz, p_rows integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  -- planned without the day it would take a third of all customers for erased, and read all orders
  set plan_cache_mode = force_custom_plan as $$
declare
  v_count integer;
begin
  with theirs as materialized (
    select o.tenant_id, o.id, o.status from public.customers c
    join public.orders o on o.tenant_id = c.tenant_id and o.customer_id = c.id
    where c.erased_at >= p_since
  ),
  old_lines as (
    select l.tenant_id, l.id from theirs o join public.order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where l.notes is not null and l.status not in ('created', 'preparing')
    limit p_rows for no key update of l skip locked
  ),
  old_tickets as (
    select t.tenant_id, t.id from theirs o join public.tickets t on t.tenant_id = o.tenant_id and t.order_id = o.id
    where o.status <> 'created' and jsonb_path_exists(t.lines, '$[*].notes ? (@ != null)')
    limit p_rows for no key update of t skip locked
  ),
  lines as (
    update public.order_lines l set notes = null from old_lines o where l.tenant_id = o.tenant_id and l.id = o.id returning 1
  ),
  papers as (
    update public.tickets t set lines = (
      select jsonb_agg(x || '{"notes": null}' order by n) from jsonb_array_elements(t.lines) with ordinality as y (x, n))
    from old_tickets o where t.tenant_id = o.tenant_id and t.id = o.id returning 1
  )
  select ((select count(*) from lines) + (select count(*) from papers))::integer into v_count;
  return v_count;
end $$;
revoke all on function public.clear_erased_notes from public;
grant execute on function public.clear_erased_notes to comanda_worker;
