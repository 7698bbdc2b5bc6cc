-- Puts what was ordered on one paid invoice, inside the transaction that holds the checks and has added up: numbers, invoice, payments,
-- states, audit and announcement in one call, so that the tenant's counters are locked for as short as can be.
--
-- p: {now, businessDate, memberId, sessionId, orderIds, lineIds, partly, subTotal, taxTotal, total, rounding, discount, charges: [...columns of invoice_charges], chargesTotal, hashPieces, currency,
--     payments: [{paymentTypeId, paymentType, kind, amount, tip, tendered, reference, drawerId}],
--     tableId, tableTitle, floor, deliveryType, customerType, customerId, keepOpen, checkIds, isCaptured}
-- orderIds: orders of which nothing is unpaid afterwards. lineIds: the lines that are paid, where a bill is paid that does not hold all of
-- their orders; null: all that is unpaid of orderIds. partly: those of lineIds whose orders are not in orderIds. checkIds: the bill, told with
-- the orders. isCaptured: Activity has the payments already, each when it was taken. With keepOpen orders and lines stay as they are: the kitchen still makes them.
-- The release before sends neither lineIds nor payments, but paymentTypeId and paymentType of one; what is split it cannot add up; the one after
-- it sends no discount, and cannot add up what has money off.
-- Answers the invoice's number, or null when one of the orders is cancelled or already paid: the caller then rolls back.
-- Without enable_seqscan for the reason in place_order.sql.
create or replace function pay_orders(p jsonb) returns bigint language plpgsql set enable_seqscan = off as $$
declare
  v_now constant timestamptz := p->>'now';
  v_ids constant bigint[] := array(select jsonb_array_elements_text(p->'orderIds')::bigint);
  v_partly constant bigint[] := array(select jsonb_array_elements_text(coalesce(p->'partly', '[]'))::bigint);
  v_bill constant boolean := coalesce(jsonb_typeof(p->'lineIds') = 'array', false);
  v_lines bigint[];
  v_touched bigint[];
  v_keeps_open constant boolean := coalesce((p->>'keepOpen')::boolean, false);
  v_captured constant boolean := coalesce((p->>'isCaptured')::boolean, false);
  v_counted record;
  v_paid integer;
begin
  -- what is paid here is noted below (note_former in note_sums.sql)
  perform set_config('app.notes', 'own', true);

  if not p ? 'payments' and (
    exists (select from order_lines where order_id = any(v_ids) and (invoice_id is not null or check_id is not null))
    or exists (select from orders o join check_payments c on c.check_id = o.check_id where o.id = any(v_ids)))
  then
    return null;
  end if;
  if not p ? 'discount' and exists (select from order_lines where order_id = any(v_ids) and discount <> 0) then return null; end if;

  if v_bill then
    v_lines := array(select jsonb_array_elements_text(p->'lineIds')::bigint);
    v_touched := array(select order_id from order_lines where id = any(v_partly) union select unnest(v_ids));
  else
    v_touched := v_ids;
  end if;

  insert into audit_log (at, member_id, session_id, amount, table_id, action, entity, entity_id, before, after)
  select v_now, (p->>'memberId')::bigint, (p->>'sessionId')::bigint,
    -- once for all that are paid together
    case when o.id = v_touched[1] and not v_captured then (p->>'total')::bigint end, (p->>'tableId')::bigint,
    case when v_captured then 'settle' else 'pay' end, 'orders', o.id,
    jsonb_build_object('status', o.status, 'lines', (
      select jsonb_object_agg(l.id, l.status) from order_lines l where l.tenant_id = o.tenant_id and l.order_id = o.id)),
    jsonb_build_object('status', case when v_keeps_open then o.status else 'completed' end,
      'paymentStatus', case when o.id = any(v_ids) then 'paid' else 'partly paid' end, 'total', p->'total')
      || case when p ? 'payments' and not v_captured and o.id = v_touched[1]
        then jsonb_build_object('payments', without_references(p->'payments')) else '{}'::jsonb end
  from orders o where o.id = any(v_touched);

  if not v_keeps_open then
    if v_bill then
      update order_lines set status = 'completed', completed_at = coalesce(completed_at, v_now)
      where id = any(v_lines) and status in ('created', 'preparing');
    else
      update order_lines set status = 'completed', completed_at = coalesce(completed_at, v_now)
      where order_id = any(v_ids) and status in ('created', 'preparing');
    end if;
  end if;

  -- before the counters: whoever deletes a customer takes the two in this order
  perform from customers where id = (p->>'customerId')::bigint for key share;

  update tenant_counters set event_seq = event_seq + 1, invoice_no = invoice_no + 1
  where tenant_id = (select current_tenant())
  returning event_seq, invoice_no into v_counted;

  insert into invoices (id, business_date, business_hour, created_at, member_id, sub_total, tax_total, total, currency,
    table_id, table_title, floor, delivery_type, customer_type, customer_id, rounding, discount, charges)
  values (v_counted.invoice_no, (p->>'businessDate')::date, hour_of(v_now, current_tenant()), v_now, (p->>'memberId')::bigint,
    (p->>'subTotal')::bigint, (p->>'taxTotal')::bigint, (p->>'total')::bigint, p->>'currency', (p->>'tableId')::bigint, p->>'tableTitle', p->>'floor',
    p->>'deliveryType', p->>'customerType', (p->>'customerId')::bigint, coalesce((p->>'rounding')::bigint, 0),
    coalesce((p->>'discount')::bigint, 0), coalesce((p->>'chargesTotal')::bigint, 0));
  if p ? 'hashPieces' then perform chain_invoice(current_tenant(), v_counted.invoice_no, p->'hashPieces'); end if;
  if p ? 'chargesTotal' then
    perform insert_invoice_charges(current_tenant(), v_counted.invoice_no, (p->>'businessDate')::date, p->'charges');
  end if;
  insert into payments (invoice_id, payment_type_id, payment_type, kind, amount, tip, tendered, reference, business_date, created_at, member_id,
    drawer_id)
  select v_counted.invoice_no, y."paymentTypeId", y."paymentType", coalesce(y.kind, 'other'), coalesce(y.amount, (p->>'total')::bigint),
    coalesce(y.tip, 0), y.tendered, y.reference, (p->>'businessDate')::date, v_now, (p->>'memberId')::bigint,
    y."drawerId"
  from jsonb_to_recordset(coalesce(p->'payments', jsonb_build_array(p - 'total'))) as y ("paymentTypeId" bigint, "paymentType" text, kind text,
    amount bigint, tip bigint, tendered bigint, reference text, "drawerId" bigint);

  if cardinality(v_partly) > 0 then
    update order_lines set invoice_id = v_counted.invoice_no where id = any(v_partly) and invoice_id is null;
    get diagnostics v_paid = row_count;
    if v_paid <> cardinality(v_partly) then return null; end if;
  end if;
  update orders o set invoice_id = v_counted.invoice_no,
    status = case when v_keeps_open or v_bill and exists (
      select from order_lines l where l.order_id = o.id and l.status in ('created', 'preparing')) then o.status else 'completed' end
  where id = any(v_ids) and status <> 'cancelled' and invoice_id is null;
  get diagnostics v_paid = row_count;
  if v_paid <> cardinality(v_ids) then return null; end if;
  perform note_invoices(current_tenant(), array[v_counted.invoice_no]);
  if (p->>'discount')::bigint > 0 then perform note_discounts(v_counted.invoice_no); end if;

  insert into events (seq, type, payload, created_at)
  values (v_counted.event_seq, 'order_update',
    -- the bills are told of below; the release before the one that names them is not known to have changed none
    jsonb_build_object('orderIds', to_jsonb(v_touched)) || case when p ? 'checkIds' then '{"checkIds": []}' else '{}' end::jsonb, v_now);
  if p ? 'checkIds' then perform announce('check_update', jsonb_build_object('checkIds', p->'checkIds'), v_now); end if;
  return v_counted.invoice_no;
end $$;
