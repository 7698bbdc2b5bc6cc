-- Part of a name, a phone or an e-mail must be found among 100,000 customers as fast as among ten. Operators of patterns and of
-- trigrams are not leakproof, so row-level security keeps them from an index; comparisons of texts are. A text that stands
-- anywhere in a field stands at the beginning of one of its suffixes (docs/decisions/0010-customer-search.md).
create table customer_suffixes (
  -- no foreign keys: a customer has some sixty rows here, and the triggers below take them away, also when the tenant goes
  tenant_id bigint not null,
  -- 'start': from the beginning of a word of the name, which is what people type first; 'name': from within a word
  field text collate "C" not null check (field in ('start', 'name', 'phone', 'email')),
  -- in small letters, at most 32 characters; by bytes, so that what begins alike stands together in every locale
  suffix text collate "C" not null,
  customer_id bigint not null,
  primary key (tenant_id, field, suffix, customer_id)
);
call protect('customer_suffixes');

create function suffixes_of(name text, phone text, phone_key text, email text) returns table (field text, suffix text) language sql immutable parallel safe as $$
  select distinct case when part.field = 'name' and (start = 1 or substr(part.value, start - 1, 1) = ' ') then 'start' else part.field end,
    substr(part.value, start, 32)
  from (values ('name', lower(name)), ('phone', lower(phone)), ('phone', phone_key), ('email', lower(email))) as part (field, value)
  cross join generate_series(1, length(part.value)) as start
$$;

-- How many customers a tenant has, so that the first page of 100,000 need not count them.
create table customer_counts (
  tenant_id bigint primary key references tenants on delete cascade,
  customers bigint not null
);
call protect('customer_counts');

create function customers_added() returns trigger language plpgsql as $$
begin
  insert into customer_suffixes (tenant_id, field, suffix, customer_id)
  select c.tenant_id, s.field, s.suffix, c.id from became c cross join lateral suffixes_of(c.name, c.phone, c.phone_key, c.email) s
  -- many at once go in as they will lie
  order by c.tenant_id, s.field, s.suffix;
  insert into customer_counts as c (tenant_id, customers)
  select tenant_id, count(*) from became where erased_at is null group by tenant_id
  on conflict (tenant_id) do update set customers = c.customers + excluded.customers;
  return null;
end $$;

create function customers_changed() returns trigger language plpgsql as $$
begin
  delete from customer_suffixes s using was c cross join lateral suffixes_of(c.name, c.phone, c.phone_key, c.email) gone
  where s.tenant_id = c.tenant_id and s.field = gone.field and s.suffix = gone.suffix and s.customer_id = c.id;
  insert into customer_suffixes (tenant_id, field, suffix, customer_id)
  select c.tenant_id, s.field, s.suffix, c.id from became c cross join lateral suffixes_of(c.name, c.phone, c.phone_key, c.email) s;
  update customer_counts c set customers = c.customers - erased.customers
  from (
    select tenant_id, count(*) as customers from was join became using (tenant_id, id)
    where was.erased_at is null and became.erased_at is not null group by tenant_id
  ) erased
  where c.tenant_id = erased.tenant_id;
  return null;
end $$;

create function customers_deleted() returns trigger language plpgsql as $$
begin
  delete from customer_suffixes s using was c cross join lateral suffixes_of(c.name, c.phone, c.phone_key, c.email) gone
  where s.tenant_id = c.tenant_id and s.field = gone.field and s.suffix = gone.suffix and s.customer_id = c.id;
  update customer_counts c set customers = c.customers - gone.customers
  from (select tenant_id, count(*) as customers from was where erased_at is null group by tenant_id) gone
  where c.tenant_id = gone.tenant_id;
  return null;
end $$;

create trigger added after insert on customers referencing new table as became
  for each statement execute function customers_added();
create trigger changed after update on customers referencing old table as was new table as became
  for each statement execute function customers_changed();
create trigger deleted after delete on customers referencing old table as was
  for each statement execute function customers_deleted();

create index customers_newest on customers (tenant_id, created_at, id);
create index customers_name on customers (tenant_id, lower(name), id) where erased_at is null;

-- What each customer has paid, in the minor units of each currency: a page of a regular of ten years is as quick as a newcomer's.
create table customer_sums (
  tenant_id bigint not null references tenants on delete cascade,
  customer_id bigint not null,
  currency text not null,
  visits bigint not null,
  spend bigint not null,
  primary key (tenant_id, customer_id, currency),
  foreign key (tenant_id, customer_id) references customers on delete cascade
);
call protect('customer_sums');

-- How many invoices each day has: the number of pages of a year, and where a page begins, without a look at each invoice.
create table invoice_days (
  tenant_id bigint not null references tenants on delete cascade,
  business_date date not null,
  invoices bigint not null,
  primary key (tenant_id, business_date)
) with (fillfactor = 50);
call protect('invoice_days');

-- Invoices are only ever added, so what is summed up here stays equal to them.
create function invoices_added() returns trigger language plpgsql as $$
begin
  insert into invoice_days as d (tenant_id, business_date, invoices)
  select tenant_id, business_date, count(*) from became group by tenant_id, business_date
  on conflict (tenant_id, business_date) do update set invoices = d.invoices + excluded.invoices;
  insert into customer_sums as s (tenant_id, customer_id, currency, visits, spend)
  select tenant_id, customer_id, currency, count(*), sum(total) from became where customer_id is not null
  group by tenant_id, customer_id, currency
  on conflict (tenant_id, customer_id, currency) do update set visits = s.visits + excluded.visits, spend = s.spend + excluded.spend;
  return null;
end $$;
create trigger added after insert on invoices referencing new table as became
  for each statement execute function invoices_added();

-- newest first within a day, too
drop index invoices_day;
create index invoices_day on invoices (tenant_id, business_date, id);
-- a customer's invoices; without it, deleting a customer would look at every invoice
create index invoices_customer on invoices (tenant_id, customer_id, id) where customer_id is not null;

-- What is there already. Forced row-level security would hide it from its owner, who sets no tenant here.
alter table customers no force row level security;
alter table invoices no force row level security;
alter table customer_suffixes no force row level security;
alter table customer_counts no force row level security;
alter table customer_sums no force row level security;
alter table invoice_days no force row level security;
insert into customer_suffixes select c.tenant_id, s.field, s.suffix, c.id from customers c cross join lateral suffixes_of(c.name, c.phone, c.phone_key, c.email) s;
insert into customer_counts select tenant_id, count(*) from customers where erased_at is null group by tenant_id;
insert into customer_sums select tenant_id, customer_id, currency, count(*), sum(total) from invoices where customer_id is not null
  group by tenant_id, customer_id, currency;
insert into invoice_days select tenant_id, business_date, count(*) from invoices group by tenant_id, business_date;
alter table customers force row level security;
alter table invoices force row level security;
alter table customer_suffixes force row level security;
alter table customer_counts force row level security;
alter table customer_sums force row level security;
alter table invoice_days force row level security;
