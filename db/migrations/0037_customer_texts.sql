-- compatible-with: 0017_business_hours
-- What a customer is found by: one row instead of some sixty of customer_suffixes, which stay filled for the nodes of the release before
-- this one and go with the next (docs/decisions/0010-customer-search.md).

-- In small letters, without accents, in one spelling of what looks alike: 'Tiramisù' is found by 'tiramisu', and the other way round.
create function plain_letters(words text) returns text language sql immutable parallel safe as $$
  select translate(normalize(regexp_replace(regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g'), NFC), 'øłđı', 'oldi')
$$;

-- The pieces of a customer's texts, as numbers. The seed is the tenant and the field, so that each has its own list of customers for a piece
-- in one index: nobody reads through those of others, and no extension is needed. One or two letters of an e-mail find nothing; digits
-- repeat, so phones have pieces of four. Dear, for it stands in an index and is to be read there.
create function customer_numbers(tenant bigint, name text, phone text, email text) returns bigint[] language sql immutable parallel safe cost 5000 as $$
  select array(
    select hashtextextended(substr(name, place, size), tenant * 4)
    from generate_series(1, 3) size, generate_series(1, length(name) - size + 1) place
    union all
    select hashtextextended(substr(phone, place, size), tenant * 4 + 1)
    from generate_series(1, 4) size, generate_series(1, length(phone) - size + 1) place
    union all
    select hashtextextended(substr(email, place, 3), tenant * 4 + 2) from generate_series(1, length(email) - 2) place)
$$;
-- What must be among them when the text contains this word: its longest pieces.
create function searched_numbers(word text, longest integer, seed bigint) returns bigint[] language sql immutable parallel safe as $$
  select array(select hashtextextended(substr(word, place, longest), seed)
    from generate_series(1, greatest(length(word) - longest + 1, 1)) place)
$$;

create table customer_texts (
  -- no foreign keys: the triggers below take a row away with its customer, also when the tenant goes
  tenant_id bigint not null default current_tenant(),
  customer_id bigint not null,
  -- after a space, so that the beginning of each word is a space and a letter
  name text not null,
  -- its digits; of one without digits itself (customers.phone_key)
  phone text not null,
  email text not null,
  primary key (tenant_id, customer_id)
);
call protect('customer_texts');
-- no list of what is yet to be put in: every search would read through it
create index customer_texts_search on customer_texts using gin (customer_numbers(tenant_id, name, phone, email)) with (fastupdate = off);

create or replace function customers_added() returns trigger language plpgsql as $$
begin
  insert into customer_suffixes (tenant_id, field, suffix, customer_id)
  select c.tenant_id, s.field, s.suffix, c.id from became c cross join lateral suffixes_of(c.name, c.phone, c.phone_key, c.email) s
  -- many at once go in as they will lie
  order by c.tenant_id, s.field, s.suffix;
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
  delete from customer_suffixes s using was c cross join lateral suffixes_of(c.name, c.phone, c.phone_key, c.email) gone
  where s.tenant_id = c.tenant_id and s.field = gone.field and s.suffix = gone.suffix and s.customer_id = c.id;
  insert into customer_suffixes (tenant_id, field, suffix, customer_id)
  select c.tenant_id, s.field, s.suffix, c.id from became c cross join lateral suffixes_of(c.name, c.phone, c.phone_key, c.email) s;
  delete from customer_texts t using became c where t.tenant_id = c.tenant_id and t.customer_id = c.id and c.erased_at is not null;
  -- one that the back-fill has not come to is filled here
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
  delete from customer_suffixes s using was c cross join lateral suffixes_of(c.name, c.phone, c.phone_key, c.email) gone
  where s.tenant_id = c.tenant_id and s.field = gone.field and s.suffix = gone.suffix and s.customer_id = c.id;
  delete from customer_texts t using was c where t.tenant_id = c.tenant_id and t.customer_id = c.id;
  update customer_counts c set customers = c.customers - gone.customers
  from (select tenant_id, count(*) as customers from was where erased_at is null group by tenant_id) gone
  where c.tenant_id = gone.tenant_id;
  return null;
end $$;
