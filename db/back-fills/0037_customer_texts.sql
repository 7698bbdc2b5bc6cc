-- What customers are found by, of those who were there before. They are locked against a change meanwhile: a name that is erased at this
-- moment must not be written once more.
with next as (
  select tenant_id, id, name, phone_key, email, erased_at from public.customers
  where (tenant_id, id) > (coalesce(($1::jsonb->>0)::bigint, 0), coalesce(($1::jsonb->>1)::bigint, 0))
  order by tenant_id, id limit $2
  for share
),
filled as (
  insert into public.customer_texts (tenant_id, customer_id, name, phone, email)
  select tenant_id, id, ' ' || plain_letters(name), lower(phone_key), plain_letters(coalesce(email, ''))
  from next where erased_at is null
  on conflict do nothing
)
select (select jsonb_build_array(tenant_id, id) from next order by tenant_id desc, id desc limit 1) as position, (select count(*) from next) as rows;
