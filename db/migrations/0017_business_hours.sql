-- The hour by the store's clock at which it was ordered or paid, beside the business date: when the store's zone or the start of its day
-- changes later, what is cancelled is taken from the hour it was counted in.
alter table tenants no force row level security;
alter table store_settings no force row level security;
alter table orders no force row level security;
alter table order_lines no force row level security;
alter table invoices no force row level security;
alter table payments no force row level security;
alter table customers no force row level security;
alter table report_deltas no force row level security;
alter table report_sums no force row level security;
alter table report_visits no force row level security;

alter table orders add column business_hour text;
alter table invoices add column business_hour text;
alter table orders disable trigger recount_orders;
-- of a restaurant that is being deleted the settings may be gone already
update orders set business_hour = coalesce(hour_of(created_at, tenant_id), to_char(created_at at time zone 'UTC', 'HH24'));
update invoices set business_hour = coalesce(hour_of(created_at, tenant_id), to_char(created_at at time zone 'UTC', 'HH24'));
alter table orders enable trigger recount_orders;
alter table orders alter column business_hour set not null;
alter table invoices alter column business_hour set not null;

create or replace function count_order() returns trigger language plpgsql as $$
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, orders, customer_id)
  select new.tenant_id, new.business_date, 'placed', new.business_hour, '', 1, new.customer_id
  where new.status <> 'cancelled'
  union all
  select new.tenant_id, new.business_date, 'dropped', '', new.currency, 1, null
  where new.status = 'cancelled';
  if new.invoice_id is not null then
    insert into public.report_deltas (tenant_id, day, figure, key, currency, orders)
    select i.tenant_id, i.business_date, 'sale', i.business_hour, i.currency, 1
    from public.invoices i where i.tenant_id = new.tenant_id and i.id = new.invoice_id;
  end if;
  return null;
end $$;

create or replace function recount_orders() returns trigger language plpgsql as $$
declare
  v_invoices bigint[];
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, orders, customer_id)
  select n.tenant_id, n.business_date, d.figure, case d.figure when 'placed' then n.business_hour else '' end,
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
    select i.tenant_id, i.business_date, 'sale', i.business_hour, i.currency, count(*)
    from changed n join public.invoices i on i.tenant_id = n.tenant_id and i.id = n.invoice_id
    where n.invoice_id = any(v_invoices)
    group by i.tenant_id, i.id;
    insert into public.report_deltas (tenant_id, day, figure, key, currency, quantity, total, tax)
    select t.tenant_id, l.* from (select distinct tenant_id from changed) t cross join lateral public.lines_of_invoices(t.tenant_id, v_invoices) l;
  end if;
  return null;
end $$;

create or replace function count_invoice() returns trigger language plpgsql as $$
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, quantity, total, net, tax)
  values
    (new.tenant_id, new.business_date, 'sale', new.business_hour, new.currency, 1, new.total, new.sub_total, new.tax_total),
    (new.tenant_id, new.business_date, 'member', coalesce(new.member_id::text, ''), new.currency, 1, new.total, new.sub_total, new.tax_total);
  return null;
end $$;

create or replace procedure fill_report_sums(p_tenant bigint) language plpgsql as $$
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
      case o.status when 'cancelled' then '' else o.business_hour end as key,
      case o.status when 'cancelled' then o.currency else '' end as currency,
      1 as orders, 0 as quantity, 0::numeric as total, 0::numeric as net, 0::numeric as tax
    from public.orders o where o.tenant_id = p_tenant
    union all
    select o.business_date, case l.status when 'cancelled' then 'dropped' else 'item' end,
      case l.status when 'cancelled' then '' else l.item_id::text end, o.currency, 0, l.quantity, l.unit_price::numeric * l.quantity, 0, 0
    from public.order_lines l join public.orders o on o.tenant_id = l.tenant_id and o.id = l.order_id where l.tenant_id = p_tenant
    union all
    select i.business_date, f.figure,
      case f.figure when 'sale' then i.business_hour else coalesce(i.member_id::text, '') end,
      i.currency, 0, 1, i.total, i.sub_total, i.tax_total
    from public.invoices i cross join (values ('sale'), ('member')) f (figure)
    where i.tenant_id = p_tenant
    union all
    select i.business_date, 'sale', i.business_hour, i.currency, 1, 0, 0, 0, 0
    from public.orders o join public.invoices i on i.tenant_id = o.tenant_id and i.id = o.invoice_id where o.tenant_id = p_tenant
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

-- Made anew for all: until now a cancellation could leave an hour with less than nothing.
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
