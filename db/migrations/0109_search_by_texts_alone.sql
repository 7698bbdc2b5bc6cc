-- compatible-with: 0017_business_hours
-- needs-back-fill: 0037_customer_texts
-- The suffixes of a customer's texts took 7.5 KB each and were written with every customer, though only the release before this one searches
-- by them. It finds them under their name still, made from the customers while it reads (db/functions/own.sql).
drop table customer_suffixes;

create or replace function customers_added() returns trigger language plpgsql as $$
begin
  insert into customer_texts (tenant_id, customer_id, name, phone, email)
  select tenant_id, id, ' ' || plain_letters(name), lower(phone_key), plain_letters(coalesce(email, ''))
  from became where erased_at is null order by tenant_id, id;
  insert into customer_counts as c (tenant_id, customers)
  select tenant_id, count(*) from became where erased_at is null group by tenant_id
  on conflict (tenant_id) do update set customers = c.customers + excluded.customers;
  return null;
end $$;

create or replace function customers_changed() returns trigger language plpgsql as $$
begin
  delete from customer_texts t using became c where t.tenant_id = c.tenant_id and t.customer_id = c.id and c.erased_at is not null;
  insert into customer_texts as t (tenant_id, customer_id, name, phone, email)
  select tenant_id, id, ' ' || plain_letters(name), lower(phone_key), plain_letters(coalesce(email, ''))
  from became where erased_at is null order by tenant_id, id
  on conflict (tenant_id, customer_id) do update set name = excluded.name, phone = excluded.phone, email = excluded.email
  where (t.name, t.phone, t.email) is distinct from (excluded.name, excluded.phone, excluded.email);
  update customer_counts c set customers = c.customers - erased.customers
  from (
    select tenant_id, count(*) as customers from was join became using (tenant_id, id)
    where was.erased_at is null and became.erased_at is not null group by tenant_id
  ) erased
  where c.tenant_id = erased.tenant_id;
  return null;
end $$;

create or replace function customers_deleted() returns trigger language plpgsql as $$
begin
  delete from customer_texts t using was c where t.tenant_id = c.tenant_id and t.customer_id = c.id;
  update customer_counts c set customers = c.customers - gone.customers
  from (select tenant_id, count(*) as customers from was where erased_at is null group by tenant_id) gone
  where c.tenant_id = gone.tenant_id;
  return null;
end $$;
