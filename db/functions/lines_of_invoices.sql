-- What sales are made of, by dish and by tax, as the sums of reports count it: what is left of the lines, and charges.
create or replace function lines_of_sales(p_tenant bigint, p_invoices bigint[])
returns table (day date, figure text, key text, currency text, quantity bigint, total numeric, tax numeric) language sql stable as $$
  -- place: in which order the money functions met them; a half of a line has a higher id than what was ordered after it
  with line as (
    select i.id as invoice_id, i.business_date, i.currency, i.tax_total, array[l.order_id, l.id] as place, l.item_id, l.quantity,
      -- what the line stores; of a line that the back-fill 0111_line_totals has not met yet what it would store
      coalesce(l.total, l.unit_price * l.quantity - l.discount)::numeric as total, l.tax_title, l.tax_rate, l.tax_type
    from public.invoices i
    join public.orders o on o.tenant_id = i.tenant_id and o.invoice_id = i.id
    join public.order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.invoice_id is null and l.status <> 'cancelled'
    where i.tenant_id = p_tenant and i.id = any(p_invoices)
    union all
    select i.id, i.business_date, i.currency, i.tax_total, array[l.order_id, l.id], l.item_id, l.quantity,
      coalesce(l.total, l.unit_price * l.quantity - l.discount), l.tax_title, l.tax_rate, l.tax_type
    from public.invoices i
    join public.order_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.status <> 'cancelled'
    where i.tenant_id = p_tenant and i.id = any(p_invoices)
    union all
    -- charges come after the lines, as the money functions have them
    select i.id, i.business_date, i.currency, i.tax_total, array[9000000000000000000, c.charge_id], null, 0, c.amount, c.tax_title, c.tax_rate,
      c.tax_type
    from public.invoices i join public.invoice_charges c on c.tenant_id = i.tenant_id and c.invoice_id = i.id
    where i.tenant_id = p_tenant and i.id = any(p_invoices) and i.charges <> 0
  ),
  taxed as (
    select invoice_id, business_date, currency, tax_total, tax_rate, tax_type, coalesce(tax_title, '') as title, sum(total) as total, min(place) as first,
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
  from line where item_id is not null group by business_date, item_id, currency
  union all
  select business_date, 'tax', concat_ws(' ', tax_rate, tax_type, title), currency, 0, sum(total),
    sum(floored + (place <= remaining)::int)
  from placed group by business_date, tax_rate, tax_type, title, currency
$$;

-- What refunds take back; pieces that were sold stay sold.
create or replace function lines_of_refunds(p_tenant bigint, p_invoices bigint[])
returns table (day date, figure text, key text, currency text, quantity bigint, total numeric, tax numeric) language sql stable as $$
  select i.business_date, 'paid_item', x."itemId"::text, i.currency, 0, x.sales, 0
  from public.refunds r join public.invoices i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
  cross join lateral jsonb_to_recordset(r.items) as x ("itemId" bigint, sales numeric)
  where r.tenant_id = p_tenant and r.invoice_id = any(p_invoices)
  union all
  select i.business_date, 'tax', concat_ws(' ', x.rate, x.type, x.title), i.currency, 0, x.sales, x.tax
  from public.refunds r join public.invoices i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
  cross join lateral jsonb_to_recordset(r.taxes) as x (title text, rate integer, type text, sales numeric, tax numeric)
  where r.tenant_id = p_tenant and r.invoice_id = any(p_invoices)
$$;

create or replace function lines_of_invoices(p_tenant bigint, p_invoices bigint[])
returns table (day date, figure text, key text, currency text, quantity bigint, total numeric, tax numeric) language sql stable as $$
  select * from public.lines_of_sales(p_tenant, p_invoices) union all select * from public.lines_of_refunds(p_tenant, p_invoices)
$$;
