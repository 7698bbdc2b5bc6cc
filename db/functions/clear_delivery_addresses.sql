-- Where the deliveries of walk-ins went does not stay: no customer's erasure would find it. Of orders that were placed before `p_before`, at
-- most `p_rows` at once; answers how many there were. A function, for the worker may not read orders.
create or replace function public.clear_delivery_addresses(p_before timestamptz, p_rows integer) returns integer
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  with old as (
    select tenant_id, id from public.orders where delivery_address is not null and customer_id is null and created_at < p_before
    order by created_at limit p_rows for no key update skip locked
  ),
  cleared as (
    update public.orders o set delivery_address = null from old where o.tenant_id = old.tenant_id and o.id = old.id returning 1
  )
  select count(*)::integer from cleared
$$;
revoke all on function public.clear_delivery_addresses from public;
grant execute on function public.clear_delivery_addresses to comanda_worker;
