-- What an invoice has beside its lines (wire-2.md §3).

-- The charges of a new invoice, before note_invoices reads them.
create or replace function insert_invoice_charges(p_tenant bigint, p_invoice bigint, p_day date, p_charges jsonb) returns void language sql as $$
  insert into public.invoice_charges (tenant_id, invoice_id, business_date, charge_id, title, amount, tax_id, tax_title, tax_rate, tax_type, tax_parts,
    shares)
  select p_tenant, p_invoice, p_day, c.charge_id, c.title, c.amount, c.tax_id, c.tax_title, c.tax_rate, c.tax_type, nullif(c.tax_parts, 'null'),
    nullif(c.shares, 'null')
  from jsonb_to_recordset(p_charges) as c (charge_id bigint, title text, amount bigint, tax_id bigint, tax_title text, tax_rate integer,
    tax_type text, tax_parts jsonb, shares jsonb)
$$;

-- What was taken off a new invoice, by whom and why, when its lines and what is off them are there.
create or replace function note_discounts(p_invoice bigint) returns void language sql as $$
  insert into invoice_discounts (invoice_id, adjustment_id, business_date, currency, amount, reason, member_id)
  select i.id, a.id, i.business_date, i.currency, sum(x.amount), a.reason, a.member_id
  from invoices i
  join lateral (
    select l.id from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
    where o.invoice_id = i.id and l.invoice_id is null and l.status <> 'cancelled'
    union all
    select l.id from order_lines l where l.invoice_id = i.id and l.status <> 'cancelled') line on true
  join line_adjustments x on x.line_id = line.id
  join adjustments a on a.id = x.adjustment_id
  where i.id = p_invoice and x.amount > 0
  group by i.id, a.id, i.business_date, i.currency, a.reason, a.member_id
$$;
