-- Adds notes of report_deltas up into the sums and removes them, at most p_most of them; answers how many. What a report says is the
-- same before and after. One fold of a tenant runs at a time: another finds nothing to do. The visits of the customers concerned are
-- made anew from their orders; an order that comes between the two statements has left a note, and by that its customer is still
-- counted from the orders themselves (server/features/reports/returning.queries.ts).
create or replace function fold_report_deltas(p_most integer) returns integer language plpgsql as $$
declare
  v_tenant constant bigint := public.current_tenant();
  v_customers bigint[];
  v_folded integer;
begin
  if not pg_try_advisory_xact_lock(726228, hashint8(v_tenant)) then return 0; end if;

  with gone as (
    delete from public.report_deltas
    where tenant_id = v_tenant and id = any(array(select id from public.report_deltas where tenant_id = v_tenant order by id limit p_most))
    returning *
  ),
  summed as (
    insert into public.report_sums as s (tenant_id, grain, figure, starts_on, key, currency, orders, quantity, total, net, tax)
    select v_tenant, g.grain, d.figure, date_trunc(g.grain, d.day)::date, d.key, d.currency, sum(d.orders), sum(d.quantity), sum(d.total), sum(d.net), sum(d.tax)
    from gone d cross join (values ('day'), ('month')) g (grain)
    group by 2, 3, 4, 5, 6
    on conflict (tenant_id, grain, figure, starts_on, key, currency) do update set
      orders = s.orders + excluded.orders, quantity = s.quantity + excluded.quantity,
      total = s.total + excluded.total, net = s.net + excluded.net, tax = s.tax + excluded.tax
  )
  select count(*), coalesce(array_agg(distinct customer_id) filter (where customer_id is not null), '{}') into v_folded, v_customers from gone;

  if cardinality(v_customers) > 0 then
    with visits as (
      select o.customer_id, o.id as order_id, o.business_date as visited_on, lag(o.business_date) over of_customer as previous_on,
        row_number() over of_customer as place
      from public.orders o
      where o.tenant_id = v_tenant and o.customer_id = any(v_customers) and o.status <> 'cancelled'
      window of_customer as (partition by o.customer_id order by o.business_date, o.id)
    ),
    wanted as (select customer_id, order_id, visited_on, previous_on, place = 2 as is_second from visits where place > 1),
    known as (
      select customer_id, order_id, visited_on, previous_on, is_second
      from public.report_visits where tenant_id = v_tenant and customer_id = any(v_customers)
    ),
    changes as (
      (select *, 1 as sign from (select * from wanted except select * from known) added)
      union all
      (select *, -1 from (select * from known except select * from wanted) removed)
    ),
    removed as (
      delete from public.report_visits v using changes c
      where v.tenant_id = v_tenant and v.customer_id = c.customer_id and v.order_id = c.order_id and c.sign = -1
        and not exists (select from wanted w where w.order_id = c.order_id)
    ),
    stored as (
      insert into public.report_visits as v (tenant_id, customer_id, order_id, visited_on, previous_on, is_second)
      select v_tenant, customer_id, order_id, visited_on, previous_on, is_second from changes where sign = 1
      on conflict (tenant_id, customer_id, order_id) do update set
        visited_on = excluded.visited_on, previous_on = excluded.previous_on, is_second = excluded.is_second
    )
    insert into public.report_sums as s (tenant_id, grain, figure, starts_on, key, currency, orders, quantity, total, net, tax)
    select v_tenant, 'month', 'returning', date_trunc('month', visited_on)::date,
      case when is_second then 'second' else to_char(previous_on, 'YYYY-MM') end, '', 0, sum(sign), 0, 0, 0
    from changes group by 4, 5
    on conflict (tenant_id, grain, figure, starts_on, key, currency) do update set quantity = s.quantity + excluded.quantity;
  end if;
  return v_folded;
end $$;
