-- Puts orders on one paid invoice, inside the transaction that holds their checks and has added them up: numbers, invoice, payment,
-- states, audit and announcement in one call, so that the tenant's counters are locked for as short as can be.
--
-- p: {now, businessDate, memberId, sessionId, orderIds, subTotal, taxTotal, total, currency, paymentTypeId, paymentType,
--     tableId, tableTitle, floor, deliveryType, customerType, customerId, keepOpen}
-- With keepOpen orders and lines stay as they are: the kitchen still makes them.
-- Answers the invoice's number, or null when one of the orders is cancelled or already paid: the caller then rolls back.
create or replace function pay_orders(p jsonb) returns bigint language plpgsql as $$
declare
  v_now constant timestamptz := p->>'now';
  v_ids constant bigint[] := array(select jsonb_array_elements_text(p->'orderIds')::bigint);
  v_keeps_open constant boolean := coalesce((p->>'keepOpen')::boolean, false);
  v_counted record;
  v_paid integer;
begin
  -- what is paid here is noted below (note_former in note_sums.sql)
  perform set_config('app.notes', 'own', true);

  insert into audit_log (at, member_id, session_id, action, entity, entity_id, before, after)
  select v_now, (p->>'memberId')::bigint, (p->>'sessionId')::bigint, 'pay', 'orders', o.id,
    jsonb_build_object('status', o.status, 'lines', (
      select jsonb_object_agg(l.id, l.status) from order_lines l where l.tenant_id = o.tenant_id and l.order_id = o.id)),
    jsonb_build_object('status', case when v_keeps_open then o.status else 'completed' end, 'paymentStatus', 'paid', 'total', p->'total')
  from orders o where o.id = any(v_ids);

  if not v_keeps_open then
    update order_lines set status = 'completed' where order_id = any(v_ids) and status in ('created', 'preparing');
  end if;

  -- before the counters: whoever deletes a customer takes the two in this order
  perform from customers where id = (p->>'customerId')::bigint for key share;

  update tenant_counters set event_seq = event_seq + 1, invoice_no = invoice_no + 1
  where tenant_id = (select current_tenant())
  returning event_seq, invoice_no into v_counted;

  insert into invoices (id, business_date, business_hour, created_at, member_id, sub_total, tax_total, total, currency,
    table_id, table_title, floor, delivery_type, customer_type, customer_id)
  values (v_counted.invoice_no, (p->>'businessDate')::date, hour_of(v_now, current_tenant()), v_now, (p->>'memberId')::bigint,
    (p->>'subTotal')::bigint, (p->>'taxTotal')::bigint, (p->>'total')::bigint, p->>'currency', (p->>'tableId')::bigint, p->>'tableTitle', p->>'floor',
    p->>'deliveryType', p->>'customerType', (p->>'customerId')::bigint);
  insert into payments (invoice_id, payment_type_id, payment_type, amount, business_date, created_at, member_id)
  values (v_counted.invoice_no, (p->>'paymentTypeId')::bigint, p->>'paymentType', (p->>'total')::bigint,
    (p->>'businessDate')::date, v_now, (p->>'memberId')::bigint);

  update orders set status = case when v_keeps_open then status else 'completed' end, invoice_id = v_counted.invoice_no
  where id = any(v_ids) and status <> 'cancelled' and invoice_id is null;
  get diagnostics v_paid = row_count;
  if v_paid <> cardinality(v_ids) then return null; end if;
  perform note_invoices(current_tenant(), array[v_counted.invoice_no]);

  insert into events (seq, type, payload, created_at)
  values (v_counted.event_seq, 'order_update', jsonb_build_object('orderIds', p->'orderIds'), v_now);
  return v_counted.invoice_no;
end $$;
