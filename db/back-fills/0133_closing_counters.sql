-- The number of the last closing of restaurants that closed days before it was counted. Who is closing now holds the counters, and counts.
with next as materialized (
  select tenant_id from public.tenant_counters where tenant_id > coalesce(($1::jsonb#>>'{}')::bigint, 0) order by tenant_id limit $2
),
filled as (
  update public.tenant_counters c set closing_no = l.closing_no
  from next n cross join lateral (select max(closing_no) as closing_no from public.closings k where k.tenant_id = n.tenant_id) l
  where c.tenant_id = n.tenant_id and c.closing_no is null and l.closing_no is not null
)
select (select max(tenant_id) from next) as position, (select count(*) from next) as rows;
