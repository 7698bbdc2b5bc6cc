-- Makes the sums of a tenant from its rows, whatever they were: for rows that were written past the triggers. Nobody else may be writing
-- for the tenant meanwhile.
create or replace procedure fill_report_sums(p_tenant bigint) language plpgsql as $$
begin
  delete from public.report_deltas where tenant_id = p_tenant;
  delete from public.report_visits where tenant_id = p_tenant;
  delete from public.customer_days where tenant_id = p_tenant;
  delete from public.report_sums where tenant_id = p_tenant;

  insert into public.report_visits (tenant_id, customer_id, order_id, visited_on, previous_on, is_second)
  select p_tenant, v.customer_id, v.id, v.business_date, v.previous_on, v.place = 2
  from (
    select o.customer_id, o.id, o.business_date, lag(o.business_date) over of_customer as previous_on, row_number() over of_customer as place
    from public.orders o where o.tenant_id = p_tenant and o.customer_id is not null and o.status <> 'cancelled'
    window of_customer as (partition by o.customer_id order by o.business_date, o.id)
  ) v where v.place > 1;

  insert into public.customer_days (tenant_id, customer_id, day, orders)
  select p_tenant, customer_id, business_date, count(*) from public.orders
  where tenant_id = p_tenant and customer_id is not null and status <> 'cancelled' group by customer_id, business_date;

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
      case l.status when 'cancelled' then '' else l.item_id::text end, o.currency, 0, l.quantity,
      coalesce(l.total + l.discount, l.unit_price * l.quantity)::numeric, 0, 0
    from public.order_lines l join public.orders o on o.tenant_id = l.tenant_id and o.id = l.order_id where l.tenant_id = p_tenant
    union all
    select i.business_date, f.figure,
      case f.figure when 'sale' then i.business_hour else coalesce(i.member_id::text, '') end,
      i.currency, 0, (r.invoice_id is null)::int, i.total, i.sub_total, i.tax_total
    from public.invoices i cross join (values ('sale'), ('member')) f (figure)
    left join public.refunds r on r.tenant_id = i.tenant_id and r.invoice_id = i.id
    where i.tenant_id = p_tenant
    union all
    select i.business_date, 'sale', i.business_hour, i.currency, 1, 0, 0, 0, 0
    from public.orders o join public.invoices i on i.tenant_id = o.tenant_id and i.id = o.invoice_id where o.tenant_id = p_tenant
    union all
    select p.business_date, f.figure, p.payment_type, i.currency, 0, case when p.reverses is not null then -1 when p.amount < 0 then 0 else 1 end, f.total, 0, 0
    from public.payments p join public.invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
    cross join lateral (values ('payment', p.amount), ('tip', p.tip)) f (figure, total)
    where p.tenant_id = p_tenant and (f.figure = 'payment' or f.total <> 0)
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
