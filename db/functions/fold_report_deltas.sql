-- Adds notes of report_deltas up into the sums and removes them, at most p_most of them; answers how many. What a report says is the
-- same before and after. One fold of a tenant runs at a time: another finds nothing to do.
--
-- Of customers only the days that notes tell of are looked at, and what stands beside them: however much somebody ever ordered, a fold
-- reads what is new. The visits that another order or one less changes are those of its day and the next two after it (the one has
-- another predecessor, one of the two may become the second, or be it no longer). Notes that came since are looked at, too, though they
-- stay: so the days of a customer and the visits are those of one moment, which a report relies on (server/features/reports/customers.queries.ts).
create or replace function fold_report_deltas(p_most integer) returns integer language plpgsql as $$
declare
  v_tenant constant bigint := public.current_tenant();
  v_customers bigint[];
  v_days date[];
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
  select count(*), coalesce(array_agg(customer_id) filter (where customer_id is not null), '{}'),
    coalesce(array_agg(day) filter (where customer_id is not null), '{}')
  into v_folded, v_customers, v_days from gone;

  if cardinality(v_customers) > 0 then
    -- who has no days yet: somebody new, or not filled in
    insert into public.customer_days (tenant_id, customer_id, day, orders)
    select v_tenant, c.id, o.day, o.orders
    from (
      select distinct c as id from unnest(v_customers) c
      -- with its limit one look into the index each; "not exists" could be planned as one read of all days of the tenant
      where (select k.day from public.customer_days k where k.tenant_id = v_tenant and k.customer_id = c limit 1) is null offset 0
    ) c
    cross join lateral (
      select business_date as day, count(*) as orders from public.orders
      where tenant_id = v_tenant and customer_id = c.id and status <> 'cancelled' group by business_date
    ) o
    order by c.id, o.day
    on conflict do nothing;

    with noted as (
      select unnest(v_customers) as customer_id, unnest(v_days) as day
      union
      select customer_id, day from public.report_deltas where tenant_id = v_tenant and customer_id = any(v_customers)
    ),
    touched as (
      select customer_id, day from noted
      union
      select n.customer_id, later.day from noted n cross join lateral (
        select k.day from public.customer_days k
        where k.tenant_id = v_tenant and k.customer_id = n.customer_id and k.day > n.day and k.orders > 0 order by k.day limit 2
      ) later
    ),
    -- day by day, whoever ordered: an index by customer would be read from end to end
    ordered as materialized (
      select o.customer_id, d.day, o.order_id from (select distinct day from touched) d cross join lateral (
        select customer_id, id as order_id from public.orders
        where tenant_id = v_tenant and business_date = d.day and status <> 'cancelled' offset 0
      ) o
    ),
    mine as (
      select o.*, row_number() over (partition by customer_id, day order by order_id) as place from ordered o join touched using (customer_id, day)
    ),
    counted as (
      select t.customer_id, t.day, count(m.order_id)::int as orders from touched t left join mine m using (customer_id, day) group by 1, 2
    ),
    kept as (
      insert into public.customer_days as k (tenant_id, customer_id, day, orders)
      select v_tenant, customer_id, day, orders from counted order by customer_id, day
      on conflict (tenant_id, customer_id, day) do update set orders = excluded.orders where k.orders <> excluded.orders
    ),
    -- with the last two days before each of them, which may be told of by no note
    days as (
      select customer_id, day, orders from counted where orders > 0
      union
      select t.customer_id, earlier.day, earlier.orders from touched t cross join lateral (
        select k.day, k.orders from public.customer_days k
        where k.tenant_id = v_tenant and k.customer_id = t.customer_id and k.day < t.day and k.orders > 0
          and (k.customer_id, k.day) not in (select customer_id, day from touched)
        order by k.day desc limit 2
      ) earlier
    ),
    spaced as (
      select customer_id, day, lag(day) over of_customer as previous_on, sum(orders) over of_customer - orders as before
      from days window of_customer as (partition by customer_id order by day)
    ),
    wanted as (
      select m.customer_id, m.order_id, m.day as visited_on, case m.place when 1 then s.previous_on else m.day end as previous_on,
        s.before + m.place = 2 as is_second
      from mine m join spaced s using (customer_id, day) where s.before + m.place > 1
    ),
    known as (
      select v.customer_id, v.order_id, v.visited_on, v.previous_on, v.is_second
      from public.report_visits v join touched t on t.customer_id = v.customer_id and t.day = v.visited_on
      where v.tenant_id = v_tenant and v.visited_on = any(array(select day from touched))
    ),
    changes as (
      (select *, 1 as sign from (select * from wanted except select * from known) added)
      union all
      (select *, -1 from (select * from known except select * from wanted) removed)
    ),
    removed as (
      delete from public.report_visits v
      where v.tenant_id = v_tenant and v.customer_id = any(array(select customer_id from changes where sign = -1))
        and v.order_id = any(array(
          select order_id from changes c where sign = -1 and not exists (select from wanted w where w.order_id = c.order_id)))
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
