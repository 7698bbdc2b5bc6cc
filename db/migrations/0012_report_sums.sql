-- What reports are made from, so that their cost grows with the answer and not with the history. Every change of orders, lines, invoices,
-- payments and customers notes in its own transaction by how much it moves which figure (report_deltas); a fold adds notes up into
-- report_sums and removes them, in one statement. A report is sums plus notes, so it is exact at every moment, and the hot writes only
-- append: they wait for no lock of a sum, and cannot meet in a deadlock over one.

-- Row-level security is forced upon the owner as well, who here reads and writes for every tenant; it comes back at the end.
alter table tenants no force row level security;
alter table store_settings no force row level security;
alter table orders no force row level security;
alter table order_lines no force row level security;
alter table invoices no force row level security;
alter table payments no force row level security;
alter table customers no force row level security;

-- What an order was priced in: invoices know it, orders that were never paid did not.
alter table orders add column currency text;
update orders o set currency = coalesce(
  (select i.currency from invoices i where i.tenant_id = o.tenant_id and i.id = o.invoice_id),
  (select s.currency from store_settings s where s.tenant_id = o.tenant_id));
create function present_currency() returns text language sql stable
  as $$ select currency from public.store_settings where tenant_id = (select public.current_tenant()) $$;
alter table orders alter column currency set not null, alter column currency set default present_currency();

-- The zone whose wall clock gives the hour of a sale: the store's, or UTC where this PostgreSQL does not know that name, so that
-- no order ever fails over it.
alter table store_settings add column report_zone text not null default 'UTC';
create function choose_report_zone() returns trigger language plpgsql as $$
begin
  perform now() at time zone new.timezone;
  new.report_zone := new.timezone;
  return new;
exception when invalid_parameter_value then
  new.report_zone := 'UTC';
  return new;
end $$;
create trigger choose_report_zone before insert or update on store_settings for each row execute function choose_report_zone();
-- no tenant's menu changes by it
alter table store_settings disable trigger raise_version;
update store_settings set timezone = timezone;
alter table store_settings enable trigger raise_version;

create function hour_of(p_at timestamptz, p_tenant bigint) returns text language sql stable
  as $$ select to_char(p_at at time zone report_zone, 'HH24') from public.store_settings where tenant_id = p_tenant $$;

-- figure         | day           | key           | orders          | quantity | total, net, tax
-- placed         | order's       | hour          | not cancelled   |          |
-- dropped        | order's       |               | cancelled       | pieces   | total: line totals of cancelled lines
-- item           | order's       | item id       |                 | pieces   | total: line totals, paid or not
-- sale           | invoice's     | hour          | paid            | invoices | of the invoices
-- member         | invoice's     | member id     |                 | invoices | of the invoices
-- payment        | payment's     | payment type  |                 | payments | total
-- paid_item      | invoice's     | item id       |                 | pieces   | total: line totals
-- tax            | invoice's     | rate type title |               |          | total: line totals; tax
-- customer_added | created (UTC) |               |                 | added    |
-- customer_kept  | created (UTC) |               |                 | added and not erased |
-- returning      | visit's month | month of the visit before, or 'second' | | visits | only in report_sums, see report_visits
create table report_deltas (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  day date not null,
  figure text not null,
  key text not null default '',
  currency text not null default '',
  orders bigint not null default 0,
  quantity bigint not null default 0,
  -- minor units; bigint would do for an order, the sum of many may be larger
  total numeric not null default 0,
  net numeric not null default 0,
  tax numeric not null default 0,
  -- whose visits this changes
  customer_id bigint,
  primary key (tenant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
call protect('report_deltas');
call open_to_worker('report_deltas', 'select');

create table report_sums (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  grain text not null check (grain in ('day', 'month')),
  figure text not null,
  starts_on date not null,
  key text not null,
  currency text not null,
  orders bigint not null,
  quantity bigint not null,
  total numeric not null,
  net numeric not null,
  tax numeric not null,
  primary key (tenant_id, grain, figure, starts_on, key, currency)
) with (fillfactor = 80);
call protect('report_sums');

-- The visits of customers but their first: an order that was not cancelled, with the day of the customer's order before it. How many
-- customers of a period had been there before is then a count of rows, without telling customers apart: in a period each of them has
-- one visit whose day before lies ahead of the period, or, whose first visit lies in it, one second visit.
create table report_visits (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  customer_id bigint not null,
  order_id bigint not null,
  visited_on date not null,
  previous_on date not null,
  is_second boolean not null,
  primary key (tenant_id, customer_id, order_id)
);
create index report_visits_day on report_visits (tenant_id, visited_on) include (previous_on, is_second);
create index report_visits_previous on report_visits (tenant_id, previous_on, visited_on) include (is_second);
call protect('report_visits');

-- What lines came to on these invoices, by item and by tax. The tax of an invoice is split as the receipt splits it: by the largest
-- remainder, so that the shares add up to it (contract/pricing.ts). 15 digits tell any two remainders apart: divisors end at 2,000,000.
create function lines_of_invoices(p_tenant bigint, p_invoices bigint[])
returns table (day date, figure text, key text, currency text, quantity bigint, total numeric, tax numeric) language sql stable as $$
  with line as (
    select i.id as invoice_id, i.business_date, i.currency, i.tax_total, l.id, l.item_id, l.quantity,
      l.unit_price::numeric * l.quantity as total, l.tax_title, l.tax_rate, l.tax_type
    from public.invoices i
    join public.orders o on o.tenant_id = i.tenant_id and o.invoice_id = i.id
    join public.order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.status <> 'cancelled'
    where i.tenant_id = p_tenant and i.id = any(p_invoices)
  ),
  taxed as (
    select invoice_id, business_date, currency, tax_total, tax_rate, tax_type, coalesce(tax_title, '') as title, sum(total) as total, min(id) as first,
      sum(total) * tax_rate as part, case tax_type when 'exclusive' then 1000000 else 1000000 + tax_rate end as whole
    from line where tax_type is not null
    group by invoice_id, business_date, currency, tax_total, tax_rate, tax_type, tax_title
  ),
  placed as (
    select *, div(part, whole) as floored,
      tax_total - sum(div(part, whole)) over (partition by invoice_id) as remaining,
      row_number() over (partition by invoice_id order by round(mod(part, whole) / whole, 15) desc, first) as place
    from taxed
  )
  select business_date, 'paid_item', item_id::text, currency, sum(quantity)::bigint, sum(total), 0::numeric
  from line group by business_date, item_id, currency
  union all
  select business_date, 'tax', concat_ws(' ', tax_rate, tax_type, title), currency, 0, sum(total),
    sum(floored + (place <= remaining)::int)
  from placed group by business_date, tax_rate, tax_type, title, currency
$$;

create function count_order() returns trigger language plpgsql as $$
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, orders, customer_id)
  select new.tenant_id, new.business_date, 'placed', public.hour_of(new.created_at, new.tenant_id), '', 1, new.customer_id
  where new.status <> 'cancelled'
  union all
  select new.tenant_id, new.business_date, 'dropped', '', new.currency, 1, null
  where new.status = 'cancelled';
  if new.invoice_id is not null then
    insert into public.report_deltas (tenant_id, day, figure, key, currency, orders)
    select i.tenant_id, i.business_date, 'sale', public.hour_of(i.created_at, i.tenant_id), i.currency, 1
    from public.invoices i where i.tenant_id = new.tenant_id and i.id = new.invoice_id;
  end if;
  return null;
end $$;
create trigger count_order after insert on orders for each row execute function count_order();

-- An order that is cancelled, or paid.
create function recount_orders() returns trigger language plpgsql as $$
declare
  v_invoices bigint[];
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, orders, customer_id)
  select n.tenant_id, n.business_date, d.figure, case d.figure when 'placed' then public.hour_of(n.created_at, n.tenant_id) else '' end,
    case d.figure when 'dropped' then n.currency else '' end,
    case when (n.status = 'cancelled') = (d.figure = 'dropped') then 1 else -1 end,
    case d.figure when 'placed' then n.customer_id end
  from changed n
  join former o on o.tenant_id = n.tenant_id and o.id = n.id
  cross join (values ('placed'), ('dropped')) d (figure)
  where (n.status = 'cancelled') <> (o.status = 'cancelled');

  v_invoices := array(
    select distinct n.invoice_id from changed n join former o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.invoice_id is not null and o.invoice_id is null);
  if cardinality(v_invoices) > 0 then
    insert into public.report_deltas (tenant_id, day, figure, key, currency, orders)
    select i.tenant_id, i.business_date, 'sale', public.hour_of(i.created_at, i.tenant_id), i.currency, count(*)
    from changed n join public.invoices i on i.tenant_id = n.tenant_id and i.id = n.invoice_id
    where n.invoice_id = any(v_invoices)
    group by i.tenant_id, i.id;
    insert into public.report_deltas (tenant_id, day, figure, key, currency, quantity, total, tax)
    select t.tenant_id, l.* from (select distinct tenant_id from changed) t cross join lateral public.lines_of_invoices(t.tenant_id, v_invoices) l;
  end if;
  return null;
end $$;
create trigger recount_orders after update on orders referencing old table as former new table as changed
  for each statement execute function recount_orders();

-- All lines of an order are written in one statement, and those of an order that is paid at once are all of its invoice.
create function count_lines() returns trigger language plpgsql as $$
declare
  v_invoices bigint[];
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, quantity, total)
  select l.tenant_id, o.business_date, case l.status when 'cancelled' then 'dropped' else 'item' end,
    case l.status when 'cancelled' then '' else l.item_id::text end, o.currency, l.quantity, l.unit_price::numeric * l.quantity
  from added l join public.orders o on o.tenant_id = l.tenant_id and o.id = l.order_id;
  v_invoices := array(
    select distinct o.invoice_id from added l join public.orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where o.invoice_id is not null);
  if cardinality(v_invoices) > 0 then
    insert into public.report_deltas (tenant_id, day, figure, key, currency, quantity, total, tax)
    select t.tenant_id, l.* from (select distinct tenant_id from added) t cross join lateral public.lines_of_invoices(t.tenant_id, v_invoices) l;
  end if;
  return null;
end $$;
create trigger count_lines after insert on order_lines referencing new table as added for each statement execute function count_lines();

create function recount_line() returns trigger language plpgsql as $$
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, quantity, total)
  select new.tenant_id, o.business_date, d.figure, case d.figure when 'item' then new.item_id::text else '' end, o.currency,
    d.sign * new.quantity, d.sign * new.unit_price::numeric * new.quantity
  from public.orders o
  cross join lateral (
    values ('item', case new.status when 'cancelled' then -1 else 1 end), ('dropped', case new.status when 'cancelled' then 1 else -1 end)
  ) d (figure, sign)
  where o.tenant_id = new.tenant_id and o.id = new.order_id;
  return null;
end $$;
create trigger recount_line after update of status on order_lines for each row
  when ((old.status = 'cancelled') <> (new.status = 'cancelled')) execute function recount_line();

create function count_invoice() returns trigger language plpgsql as $$
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, quantity, total, net, tax)
  values
    (new.tenant_id, new.business_date, 'sale', public.hour_of(new.created_at, new.tenant_id), new.currency, 1, new.total, new.sub_total, new.tax_total),
    (new.tenant_id, new.business_date, 'member', coalesce(new.member_id::text, ''), new.currency, 1, new.total, new.sub_total, new.tax_total);
  return null;
end $$;
create trigger count_invoice after insert on invoices for each row execute function count_invoice();

create function count_payment() returns trigger language plpgsql as $$
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, quantity, total)
  select new.tenant_id, new.business_date, 'payment', new.payment_type, i.currency, 1, new.amount
  from public.invoices i where i.tenant_id = new.tenant_id and i.id = new.invoice_id;
  return null;
end $$;
create trigger count_payment after insert on payments for each row execute function count_payment();

create function count_customer() returns trigger language plpgsql as $$
begin
  -- with a tenant all of its rows go; there is nothing to count then
  if tg_op = 'DELETE' and not exists (select from public.tenants where id = old.tenant_id) then return null; end if;
  if tg_op <> 'INSERT' then
    insert into public.report_deltas (tenant_id, day, figure, quantity)
    select old.tenant_id, (old.created_at at time zone 'UTC')::date, f, -1
    from unnest(array['customer_added', 'customer_kept']) f where f = 'customer_added' or old.erased_at is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.report_deltas (tenant_id, day, figure, quantity)
    select new.tenant_id, (new.created_at at time zone 'UTC')::date, f, 1
    from unnest(array['customer_added', 'customer_kept']) f where f = 'customer_added' or new.erased_at is null;
  end if;
  return null;
end $$;
create trigger count_customer after insert or delete or update of created_at, erased_at on customers
  for each row execute function count_customer();

-- Makes the sums of a tenant from its rows, whatever they were: for what was there before these tables, and for rows that were
-- written past the triggers. Nobody else may be writing for the tenant meanwhile.
create procedure fill_report_sums(p_tenant bigint) language plpgsql as $$
begin
  delete from public.report_deltas where tenant_id = p_tenant;
  delete from public.report_visits where tenant_id = p_tenant;
  delete from public.report_sums where tenant_id = p_tenant;

  insert into public.report_visits (tenant_id, customer_id, order_id, visited_on, previous_on, is_second)
  select p_tenant, v.customer_id, v.id, v.business_date, v.previous_on, v.place = 2
  from (
    select o.customer_id, o.id, o.business_date, lag(o.business_date) over of_customer as previous_on, row_number() over of_customer as place
    from public.orders o where o.tenant_id = p_tenant and o.customer_id is not null and o.status <> 'cancelled'
    window of_customer as (partition by o.customer_id order by o.business_date, o.id)
  ) v where v.place > 1;

  insert into public.report_sums (tenant_id, grain, figure, starts_on, key, currency, orders, quantity, total, net, tax)
  select p_tenant, 'month', 'returning', date_trunc('month', visited_on)::date,
    case when is_second then 'second' else to_char(previous_on, 'YYYY-MM') end, '', 0, count(*), 0, 0, 0
  from public.report_visits where tenant_id = p_tenant group by 4, 5;

  insert into public.report_sums (tenant_id, grain, figure, starts_on, key, currency, orders, quantity, total, net, tax)
  select p_tenant, 'day', r.figure, r.day, r.key, r.currency, sum(r.orders), sum(r.quantity), sum(r.total), sum(r.net), sum(r.tax)
  from (
    select o.business_date as day, case o.status when 'cancelled' then 'dropped' else 'placed' end as figure,
      case o.status when 'cancelled' then '' else to_char(o.created_at at time zone s.report_zone, 'HH24') end as key,
      case o.status when 'cancelled' then o.currency else '' end as currency,
      1 as orders, 0 as quantity, 0::numeric as total, 0::numeric as net, 0::numeric as tax
    from public.orders o join public.store_settings s on s.tenant_id = o.tenant_id where o.tenant_id = p_tenant
    union all
    select o.business_date, case l.status when 'cancelled' then 'dropped' else 'item' end,
      case l.status when 'cancelled' then '' else l.item_id::text end, o.currency, 0, l.quantity, l.unit_price::numeric * l.quantity, 0, 0
    from public.order_lines l join public.orders o on o.tenant_id = l.tenant_id and o.id = l.order_id where l.tenant_id = p_tenant
    union all
    select i.business_date, f.figure,
      case f.figure when 'sale' then to_char(i.created_at at time zone s.report_zone, 'HH24') else coalesce(i.member_id::text, '') end,
      i.currency, 0, 1, i.total, i.sub_total, i.tax_total
    from public.invoices i join public.store_settings s on s.tenant_id = i.tenant_id cross join (values ('sale'), ('member')) f (figure)
    where i.tenant_id = p_tenant
    union all
    select i.business_date, 'sale', to_char(i.created_at at time zone s.report_zone, 'HH24'), i.currency, 1, 0, 0, 0, 0
    from public.orders o join public.invoices i on i.tenant_id = o.tenant_id and i.id = o.invoice_id
    join public.store_settings s on s.tenant_id = o.tenant_id where o.tenant_id = p_tenant
    union all
    select p.business_date, 'payment', p.payment_type, i.currency, 0, 1, p.amount, 0, 0
    from public.payments p join public.invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id where p.tenant_id = p_tenant
    union all
    select l.day, l.figure, l.key, l.currency, 0, l.quantity, l.total, 0, l.tax
    from public.lines_of_invoices(p_tenant, array(select id from public.invoices where tenant_id = p_tenant)) l
    union all
    select (c.created_at at time zone 'UTC')::date, f, '', '', 0, 1, 0, 0, 0
    from public.customers c cross join unnest(array['customer_added', 'customer_kept']) f
    where c.tenant_id = p_tenant and (f = 'customer_added' or c.erased_at is null)
  ) r group by r.day, r.figure, r.key, r.currency;

  insert into public.report_sums (tenant_id, grain, figure, starts_on, key, currency, orders, quantity, total, net, tax)
  select p_tenant, 'month', figure, date_trunc('month', starts_on)::date, key, currency, sum(orders), sum(quantity), sum(total), sum(net), sum(tax)
  from public.report_sums where tenant_id = p_tenant and grain = 'day' group by 3, 4, 5, 6;
end $$;
revoke execute on procedure fill_report_sums(bigint) from public;

alter table report_deltas no force row level security;
alter table report_sums no force row level security;
alter table report_visits no force row level security;
do $$
declare
  v_tenant bigint;
begin
  for v_tenant in select id from tenants loop call fill_report_sums(v_tenant); end loop;
end $$;
alter table tenants force row level security;
alter table store_settings force row level security;
alter table orders force row level security;
alter table order_lines force row level security;
alter table invoices force row level security;
alter table payments force row level security;
alter table customers force row level security;
alter table report_deltas force row level security;
alter table report_sums force row level security;
alter table report_visits force row level security;
