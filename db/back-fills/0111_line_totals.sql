-- What lines come to that were written before they stored it. A line that somebody holds waits for their commit.
with next as materialized (
  select tenant_id, id from public.order_lines
  where (tenant_id, id) > (coalesce(($1::jsonb->>0)::bigint, 0), coalesce(($1::jsonb->>1)::bigint, 0))
  order by tenant_id, id limit $2
),
filled as (
  update public.order_lines l set total = l.unit_price * l.quantity - l.discount
  from next n where l.tenant_id = n.tenant_id and l.id = n.id and l.total is null
)
select (select jsonb_build_array(tenant_id, id) from next order by tenant_id desc, id desc limit 1) as position, (select count(*) from next) as rows;
