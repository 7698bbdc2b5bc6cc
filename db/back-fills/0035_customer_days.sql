-- The days of customers that have none yet. Those with notes are left to the fold of their notes, so that their days never tell of more
-- than their visits do; where a fold comes between, what it wrote stays.
with next as (
  select tenant_id, id from public.customers
  where (tenant_id, id) > (coalesce(($1::jsonb->>0)::bigint, 0), coalesce(($1::jsonb->>1)::bigint, 0))
  order by tenant_id, id limit $2
),
filled as (
  insert into public.customer_days (tenant_id, customer_id, day, orders)
  select o.tenant_id, o.customer_id, o.business_date, count(*)
  from next n join public.orders o on o.tenant_id = n.tenant_id and o.customer_id = n.id
  where o.status <> 'cancelled'
    and not exists (select from public.customer_days k where k.tenant_id = n.tenant_id and k.customer_id = n.id)
    and (n.tenant_id, n.id) not in (select tenant_id, customer_id from public.report_deltas where customer_id is not null)
  group by o.tenant_id, o.customer_id, o.business_date
  order by o.tenant_id, o.customer_id, o.business_date
  on conflict do nothing
)
select (select jsonb_build_array(tenant_id, id) from next order by tenant_id desc, id desc limit 1) as position, (select count(*) from next) as rows;
