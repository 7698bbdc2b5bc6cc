-- Stores an order that TypeScript has priced and decided, in one round trip (performance.md): idempotency key, check,
-- token, order, lines, invoice and payment, audit and announcement, or nothing of it.
--
-- p: {version, key, route, hash, now, businessDate, memberId, sessionId, deliveryType, customerType, customerPhone,
--     table: {id, title, floor} | null, lines: [...columns of order_lines], total, message, currency,
--     invoice: {subTotal, taxTotal, total, paymentTypeId, paymentType} | null, qrOrderId, pricesChanged}
-- Answers {outcome: 'placed' | 'replayed', response} or {outcome: 'key_reused' | 'unknown_customer' | 'unknown_qr_order' | 'closed_qr_order'}.
-- Raises CM001 when the menu it was priced from has changed since; a race for one key raises the unique violation of idempotency_keys.
create or replace function place_order(p_tenant bigint, p jsonb) returns jsonb language plpgsql as $$
declare
  v_now constant timestamptz := p->>'now';
  v_day constant date := p->>'businessDate';
  v_hour text;
  v_invoice constant jsonb := nullif(p->'invoice', 'null');
  v_table constant jsonb := nullif(p->'table', 'null');
  v_lines constant integer := jsonb_array_length(p->'lines');
  v_known record;
  v_counted record;
  v_diner record;
  v_customer bigint;
  v_check bigint;
  v_order bigint;
  v_invoice_id bigint;
  v_response jsonb;
begin
  -- for the rest of this statement's transaction: row-level security reads it
  perform set_config('app.tenant_id', p_tenant::text, true);
  v_hour := hour_of(v_now, p_tenant);

  if p->>'key' is not null then
    select request_hash, response into v_known from idempotency_keys where key = p->>'key';
    if found then
      if v_known.request_hash <> p->>'hash' then return jsonb_build_object('outcome', 'key_reused'); end if;
      return jsonb_build_object('outcome', 'replayed', 'response', v_known.response);
    end if;
  end if;

  if p->>'customerPhone' is not null then
    -- before the QR order and the counters: whoever deletes a customer takes them in this order
    select id into v_customer from customers where phone_key = phone_key_of(p->>'customerPhone') for key share;
  end if;

  select null::text as guest_phone, null::text as guest_name into v_diner;
  if p->>'qrOrderId' is not null then
    -- one winner: a till that comes second waits here for the first one's commit (reliability.md N16)
    select guest_phone, guest_name into v_diner from qr_orders
    where id = (p->>'qrOrderId')::bigint and status = 'created' for no key update;
    if not found then
      perform from qr_orders where id = (p->>'qrOrderId')::bigint;
      return jsonb_build_object('outcome', case when found then 'closed_qr_order' else 'unknown_qr_order' end);
    end if;
  end if;

  if p->>'customerPhone' is not null and v_customer is null then
    loop
      select id into v_customer from customers where phone_key = phone_key_of(p->>'customerPhone') for key share;
      exit when found;
      if v_diner.guest_phone is null or phone_key_of(v_diner.guest_phone) <> phone_key_of(p->>'customerPhone') then
        return jsonb_build_object('outcome', 'unknown_customer');
      end if;
      -- the diner of this QR order, whom staff accept by it
      insert into customers (phone, name, created_at) values (v_diner.guest_phone, v_diner.guest_name, v_now)
      on conflict (tenant_id, phone_key) do nothing;
    end loop;
  end if;

  if p->>'qrOrderId' is not null then
    update qr_orders set status = 'completed', guest_phone = null, guest_name = null,
      customer_id = case when v_diner.guest_phone is null then customer_id else v_customer end
    where id = (p->>'qrOrderId')::bigint;
  end if;

  if v_table is null then
    insert into checks (opened_at) values (v_now) returning id into v_check;
  else
    loop
      -- the lock keeps a payment from closing the check while this order joins it
      select id into v_check from checks where table_id = (v_table->>'id')::bigint and closed_at is null for update;
      exit when found;
      insert into checks (table_id, table_title, floor, opened_at)
      values ((v_table->>'id')::bigint, v_table->>'title', v_table->>'floor', v_now)
      on conflict (tenant_id, table_id) where closed_at is null do nothing
      returning id into v_check;
      exit when found;
    end loop;
  end if;

  update tenant_counters set
    event_seq = event_seq + 1,
    invoice_no = invoice_no + (v_invoice is not null)::int,
    order_no = order_no + 1,
    line_no = line_no + v_lines,
    token_no = case when token_date = v_day then token_no + 1 else 0 end,
    token_date = v_day
  where tenant_id = p_tenant
  returning event_seq, invoice_no, token_no, order_no, line_no, coalesce(priced_version, version) as priced into v_counted;
  if v_counted.priced > (p->>'version')::bigint then raise exception using errcode = 'CM001', message = 'the menu has changed'; end if;

  -- The first order of a day, and an order that was late for the day before, look up where that day's numbers stand: only now,
  -- because what a statement sees is older than the lock it waits for.
  if v_counted.token_no = 0 then
    update tenant_counters set token_no = 1 + coalesce((select max(o.token_no) from orders o where o.business_date = v_day), 0)
    where tenant_id = p_tenant
    returning event_seq, invoice_no, token_no, order_no, line_no into v_counted;
  end if;

  if v_invoice is not null then
    v_invoice_id := v_counted.invoice_no;
    insert into invoices (id, business_date, business_hour, created_at, member_id, sub_total, tax_total, total, currency,
      table_id, table_title, floor, delivery_type, customer_type, customer_id)
    values (v_invoice_id, v_day, v_hour, v_now, (p->>'memberId')::bigint, (v_invoice->>'subTotal')::bigint, (v_invoice->>'taxTotal')::bigint,
      (v_invoice->>'total')::bigint, p->>'currency', (v_table->>'id')::bigint, v_table->>'title', v_table->>'floor',
      p->>'deliveryType', p->>'customerType', v_customer);
    insert into payments (invoice_id, payment_type_id, payment_type, amount, business_date, created_at, member_id)
    values (v_invoice_id, (v_invoice->>'paymentTypeId')::bigint, v_invoice->>'paymentType', (v_invoice->>'total')::bigint,
      v_day, v_now, (p->>'memberId')::bigint);
  end if;

  insert into orders (id, check_id, business_date, business_hour, token_no, created_at, member_id, delivery_type, customer_type, customer_id, invoice_id)
  values (v_counted.order_no, v_check, v_day, v_hour, v_counted.token_no, v_now, (p->>'memberId')::bigint, p->>'deliveryType', p->>'customerType', v_customer, v_invoice_id)
  returning id into v_order;

  insert into order_lines (id, order_id, item_id, item_title, variant_id, variant_title, base_price, unit_price, addons,
    quantity, notes, tax_id, tax_title, tax_rate, tax_type)
  select v_counted.line_no - v_lines + l.place, v_order, l.item_id, l.item_title, l.variant_id, l.variant_title, l.base_price, l.unit_price,
    nullif(l.addons, 'null'), l.quantity, l.notes, l.tax_id, l.tax_title, l.tax_rate, l.tax_type
  from rows from (jsonb_to_recordset(p->'lines') as (item_id bigint, item_title text, variant_id bigint, variant_title text,
    base_price bigint, unit_price bigint, addons jsonb, quantity integer, notes text, tax_id bigint, tax_title text, tax_rate integer,
    tax_type text)) with ordinality as l(item_id, item_title, variant_id, variant_title, base_price, unit_price, addons, quantity, notes,
    tax_id, tax_title, tax_rate, tax_type, place);

  insert into audit_log (at, member_id, session_id, action, entity, entity_id, after)
  values (v_now, (p->>'memberId')::bigint, (p->>'sessionId')::bigint, 'place', 'orders', v_order,
    jsonb_build_object('tokenNo', v_counted.token_no, 'checkId', v_check, 'invoice', v_invoice_id, 'total', p->'total')
      || case when p->>'qrOrderId' is null then '{}'::jsonb else jsonb_build_object('qrOrderId', p->'qrOrderId') end);

  insert into events (seq, type, payload, created_at)
  values (v_counted.event_seq, 'new_order', jsonb_build_object('tokenNo', v_counted.token_no, 'orderId', v_order), v_now);

  v_response := jsonb_build_object('success', true, 'message', p->>'message', 'tokenNo', v_counted.token_no, 'orderId', v_order,
      'date', p->'now')
    || case when v_invoice_id is null then '{}'::jsonb else jsonb_build_object('invoiceId', v_invoice_id) end
    || case when (p->>'pricesChanged')::boolean then '{"pricesChanged": true}'::jsonb else '{}'::jsonb end;
  if p->>'key' is not null then
    insert into idempotency_keys (key, route, request_hash, response, created_at)
    values (p->>'key', p->>'route', p->>'hash', v_response, v_now);
  end if;
  return jsonb_build_object('outcome', 'placed', 'response', v_response);
end $$;
