-- What the audit log kept of members who were forgotten before it forgot with them: what was changed about their accounts, and from where they
-- signed in. That they did, and their names, stay.
with next as materialized (
  select tenant_id, id from public.members
  where (tenant_id, id) > (coalesce(($1::jsonb->>0)::bigint, 0), coalesce(($1::jsonb->>1)::bigint, 0))
    and archived_at is not null and username = 'former-' || id
  order by tenant_id, id limit $2
),
kept as (
  select a.tenant_id, a.id, array_agg(k.key) as keys
  from next n
  join public.audit_log a on a.tenant_id = n.tenant_id and a.entity = 'members' and a.entity_id = n.id
  cross join unnest(array['username', 'email', 'phone', 'photo']) as k (key)
  where a.before ? k.key or a.after ? k.key
  group by a.tenant_id, a.id
),
signed as (
  select a.tenant_id, a.id, array['address', 'device'] as keys
  from next n join public.audit_log a on a.tenant_id = n.tenant_id and a.member_id = n.id and a.entity in ('sessions', 'security')
  where jsonb_typeof(a.after) = 'object' and a.after ?| array['address', 'device']
),
cleared as (
  update public.audit_log a set
    before = case jsonb_typeof(a.before) when 'object' then a.before - o.keys else a.before end,
    after = case jsonb_typeof(a.after) when 'object' then a.after - o.keys else a.after end
  from (
    select coalesce(k.tenant_id, s.tenant_id) as tenant_id, coalesce(k.id, s.id) as id, coalesce(k.keys, '{}') || coalesce(s.keys, '{}') as keys
    from kept k full join signed s on s.tenant_id = k.tenant_id and s.id = k.id) o
  where a.tenant_id = o.tenant_id and a.id = o.id
)
select (select to_jsonb(array[tenant_id, id]) from next order by tenant_id desc, id desc limit 1) as position, (select count(*) from next) as rows;
