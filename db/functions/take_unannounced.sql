-- What waits to be announced, of the tenants whose cursors no other node is working on, and moves these; a tenant of which nothing waits comes
-- with nulls. One statement: its round trips would cost more than all the rest of an order. A tenant at a time: joined at once, the planner
-- expects a third of all events to wait, and reads them all. Of what waits of one tenant it takes p_each at most, of all p_at_once, the first of
-- each first: nobody waits behind a long backlog. Its commit does not wait for the disk, which the orders need: a cursor that a crash sets back
-- repeats what is harmless. It is asked for after each order, so it is
-- planned once for each connection, for any number of tenants; without enable_seqscan for the reason in place_order.sql.
create or replace function public.take_unannounced(p_tenants bigint[], p_each integer, p_at_once integer)
returns table (tenant_id bigint, seq bigint, type text, payload jsonb) language plpgsql
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
  with cursors as materialized (
    select tenant_id, announced_seq from public.event_cursors where tenant_id = any(p_tenants) order by tenant_id for update skip locked),
  waiting as materialized (
    select c.tenant_id, e.seq, e.type, e.payload
    from cursors c left join lateral (
      select * from public.events where tenant_id = c.tenant_id and seq > c.announced_seq order by seq limit p_each) e on true
    order by e.seq - c.announced_seq, c.tenant_id
    limit p_at_once),
  moved as (
    update public.event_cursors c set announced_seq = l.seq
    from (select tenant_id, max(seq) as seq from waiting where seq is not null group by tenant_id) l
    where c.tenant_id = any(p_tenants) and c.tenant_id = l.tenant_id)
  select * from waiting order by seq;
end $$;
revoke all on function public.take_unannounced from public;
grant execute on function public.take_unannounced to comanda_worker;
