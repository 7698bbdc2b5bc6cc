-- Stores an order that TypeScript has priced and decided, in one round trip (cases.md §6): idempotency key, check,
-- token, order, lines, invoice and payment, audit and announcement, or nothing of it.
--
-- p: {version, key, route, hash, now, businessDate, memberId, sessionId, deliveryType, customerType, customerPhone,
--     table: {id, title, floor} | null, lines: [...columns of order_lines], total, message, currency,
--     invoice: {subTotal, taxTotal, total, discount, charges: [...columns of invoice_charges], chargesTotal, hashPieces, notes, rounding, payments: [{paymentTypeId, paymentType, kind, amount, tip, tendered, reference, drawerId}]} | null,
--     guestName (what a diner calls themself), deliveryAddress, drawerIds, covers, qrOrderId, checkId (the bill that it is for, wherever
--     that is by now), asksWhenMoved, pricesChanged, isAdjusting, billLinesAtMost}. The release before sends one payment as invoice: {…, paymentTypeId, paymentType}.
-- Answers {outcome: 'placed' | 'replayed', response} or {outcome: 'key_reused' | 'unknown_customer' | 'unknown_qr_order' | 'closed_qr_order' | 'unknown_drawer' | 'closed_drawer'}.
-- Raises CM001 when the menu it was priced from has changed since, CM002 when it joins a bill with money off and isAdjusting is false: the
-- caller has to take it off these lines, too; CM003 when the bill would have more than billLinesAtMost lines, which a release before does not send,
-- for it would not know the answer; CM004 when the bill that it is for has no table, is closed and others may sit at
-- its table, or is at another one and asksWhenMoved. A race for one key raises the unique violation of idempotency_keys.
-- It never reads a whole table: a connection plans each statement once, keys' checks among them, and a plan that was made while a table was
-- nearly empty would read it from end to end until it is analyzed, which costs more than all the rest.
create or replace function place_order(p_tenant bigint, p jsonb) returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  v record;
  v_setting text;
  v_seat jsonb := nullif(p->'table', 'null');
  v_table bigint := p->'table'->>'id';
  v_invoice constant jsonb := nullif(p->'invoice', 'null');
  v_known record;
  v_counted record;
  v_drawers text;
  v_diner_phone text;
  v_diner_name text;
  v_diner bigint;
  v_diner_seat jsonb;
  v_customer bigint;
  v_name text;
  v_followed bigint;
  v_bill record;
  v_check bigint;
  v_billed timestamptz;
  v_adjusted boolean := false;
  v_printing bigint[];
  v_lines constant integer := jsonb_array_length(p->'lines');
  v_response jsonb;
begin
  -- for the rest of this statement's transaction: row-level security reads the one, note_former (note_sums.sql) the other
  v_setting := set_config('app.tenant_id', p_tenant::text, true) || set_config('app.notes', 'own', true);

  -- What each statement costs is mostly its own beginning, so there are few of them; and they name the tables and the tenant themselves,
  -- beneath the views of own.sql, which would be expanded, locked and checked for each.
  select * into v from jsonb_to_record(p) as (version bigint, key text, route text, hash text, now timestamptz, "businessDate" date,
    "memberId" bigint, "sessionId" bigint, "deliveryType" text, "customerType" text, "customerPhone" text, message text, currency text,
    "qrOrderId" bigint, "checkId" bigint, "guestName" text, "deliveryAddress" text, covers integer);

  select to_char(v.now at time zone s.report_zone, 'HH24') as hour, s.cooks_here, k.key, k.request_hash, k.response into v_known
  from public.store_settings s left join public.idempotency_keys k on k.tenant_id = p_tenant and k.key = v.key
  where s.tenant_id = p_tenant;
  if v_known.key is not null then
    if v_known.request_hash <> v.hash then return jsonb_build_object('outcome', 'key_reused'); end if;
    return jsonb_build_object('outcome', 'replayed', 'response', v_known.response);
  end if;

  if p ? 'drawerIds' then
    v_drawers := share_drawers(p_tenant, p->'drawerIds');
    if v_drawers <> 'open' then return jsonb_build_object('outcome', v_drawers || '_drawer'); end if;
  end if;

  if v."customerPhone" is not null then
    -- not locked before the bill and the QR order, which come first (forget_customer.sql)
    select id, name into v_customer, v_name from public.customers where tenant_id = p_tenant and phone_key = phone_key_of(v."customerPhone");
  end if;

  if v."checkId" is not null and v_table is not null and v_invoice is null then
    v_followed := v."checkId";
    loop
      -- in place of the look at the table's bill; one that was put onto another one is not held, for who undoes that takes both by their numbers
      select id, bill_no, table_id, table_title, floor, closed_at, billed_at, is_adjusted into v_bill from public.checks
      where tenant_id = p_tenant and id = v_followed and merged_into is null for update;
      exit when found;
      select coalesce(merged_into, id) into v_followed from public.checks where tenant_id = p_tenant and id = v_followed;
      exit when not found;
    end loop;
    if v_bill.closed_at is null and v_bill.table_id is not null and v_bill.bill_no = 1
      and (v_bill.table_id = v_table or (p->>'asksWhenMoved')::boolean is not true)
    then
      v_check := v_bill.id;
      v_billed := v_bill.billed_at;
      v_adjusted := v_bill.is_adjusted;
      v_seat := jsonb_build_object('id', v_bill.table_id, 'title', v_bill.table_title, 'floor', v_bill.floor);
      v_table := v_bill.table_id;
    -- who sits at a part beside it, as who has paid, begins a bill where there is none
    elsif v_bill.table_id is distinct from v_table then
      raise exception using errcode = 'CM004', message = 'the bill is elsewhere';
    end if;
  end if;

  if v."qrOrderId" is not null then
    if v_table is not null and v_invoice is null and v_check is null then
      -- the bill before the QR order: who moves or merges a bill takes the QR orders that go with it after it
      perform from public.checks where tenant_id = p_tenant and table_id = v_table and bill_no = 1 and closed_at is null for update;
    end if;
    -- one winner: a till that comes second waits here for the first one's commit (cases.md N16)
    select guest_phone, guest_name, customer_id, jsonb_build_object('id', table_id, 'title', table_title, 'floor', floor)
    into v_diner_phone, v_diner_name, v_diner, v_diner_seat from public.qr_orders
    where tenant_id = p_tenant and id = v."qrOrderId" and status = 'created' for no key update;
    if not found then
      perform from public.qr_orders where tenant_id = p_tenant and id = v."qrOrderId";
      return jsonb_build_object('outcome', case when found then 'closed_qr_order' else 'unknown_qr_order' end);
    end if;
    -- a till that names the table of before has not learned that the bill, and its guests with it, went somewhere else
    if v_check is null and (v_diner_seat->>'id')::bigint <> v_table and exists (
      select from public.check_changes c
      left join public.checks m on c.kind = 'merge' and m.tenant_id = p_tenant and m.id = (c.detail->>'from')::bigint
      where c.tenant_id = p_tenant and c.undone_at is null and c.qr_orders @> to_jsonb(v."qrOrderId")
        and v_table = case c.kind when 'merge' then m.table_id else (c.detail->>'table_id')::bigint end)
    then
      v_seat := v_diner_seat;
      v_table := v_seat->>'id';
    end if;
  end if;

  if v."customerPhone" is not null and v_customer is null then
    loop
      select id, name into v_customer, v_name from public.customers where tenant_id = p_tenant and phone_key = phone_key_of(v."customerPhone");
      exit when found;
      if v_diner_phone is null or phone_key_of(v_diner_phone) <> phone_key_of(v."customerPhone") then
        return jsonb_build_object('outcome', 'unknown_customer');
      end if;
      -- the diner of this QR order, whom staff accept by it
      insert into public.customers (tenant_id, phone, name, created_at) values (p_tenant, v_diner_phone, v_diner_name, v.now)
      on conflict (tenant_id, phone_key) do nothing;
    end loop;
  end if;

  if v."qrOrderId" is not null then
    update public.qr_orders set status = 'completed', guest_phone = null, guest_name = null,
      customer_id = case when v_diner_phone is null then customer_id else v_customer end
    where tenant_id = p_tenant and id = v."qrOrderId";
  end if;

  if v_table is null or v_invoice is not null then
    -- what is paid at once is a bill of its own, whoever else sits at the table
    insert into public.checks (tenant_id, table_id, table_title, floor, opened_at, closed_at, covers)
    values (p_tenant, v_table, v_seat->>'title', v_seat->>'floor', v.now, case when v_invoice is not null then v.now end, v.covers)
    returning id into v_check;
  else
    loop
      if v_check is null then
        -- the lock keeps a payment from closing the check while this order joins it
        select id, billed_at, is_adjusted into v_check, v_billed, v_adjusted from public.checks
        where tenant_id = p_tenant and table_id = v_table and bill_no = 1 and closed_at is null for update;
        -- whose it is was paid meanwhile: these are others
        if found and v_followed is not null then raise exception using errcode = 'CM004', message = 'the bill is closed'; end if;
      end if;
      if v_check is not null then
        if (p->>'billLinesAtMost')::integer < v_lines + lines_of_bill(p_tenant, v_check) then
          raise exception using errcode = 'CM003', message = 'the bill is full';
        end if;
        exit;
      end if;
      insert into public.checks (tenant_id, table_id, table_title, floor, opened_at, covers)
      values (p_tenant, v_table, v_seat->>'title', v_seat->>'floor', v.now, v.covers)
      on conflict (tenant_id, table_id, bill_no) where closed_at is null do nothing
      returning id into v_check;
      exit when found;
    end loop;
    if v_adjusted and p->>'isAdjusting' = 'false' then raise exception using errcode = 'CM002', message = 'the bill has money off'; end if;
    if v_billed is not null then
      update public.checks set billed_at = null where tenant_id = p_tenant and id = v_check;
    end if;
  end if;

  if v_customer is not null then
    -- after bill and QR order, before the counters: whoever deletes a customer takes them in this order. Gone meanwhile: the caller tries again.
    perform from public.customers where tenant_id = p_tenant and id = v_customer and erased_at is null for key share;
    if not found then raise exception using errcode = '40001', message = 'the customer was deleted'; end if;
  end if;

  update public.tenant_counters set
    event_seq = event_seq + 1,
    invoice_no = invoice_no + (v_invoice is not null)::int,
    order_no = order_no + 1,
    line_no = line_no + v_lines,
    token_no = case when token_date = v."businessDate" then token_no + 1 else 0 end,
    token_date = v."businessDate"
  where tenant_id = p_tenant
  returning event_seq, case when v_invoice is not null then invoice_no end as invoice_no, token_no, order_no, line_no,
    coalesce(priced_version, version) as priced into v_counted;
  if v_counted.priced > v.version then raise exception using errcode = 'CM001', message = 'the menu has changed'; end if;

  -- The first order of a day, and an order that was late for the day before, look up where that day's numbers stand: only now,
  -- because what a statement sees is older than the lock it waits for.
  if v_counted.token_no = 0 then
    update public.tenant_counters set token_no = 1 + coalesce(
      (select max(o.token_no) from public.orders o where o.tenant_id = p_tenant and o.business_date = v."businessDate"), 0)
    where tenant_id = p_tenant
    returning token_no into v_counted.token_no;
  end if;

  -- where nothing is made for the kitchen's screens nobody would see a ticket: only a station that has paper is told
  if not v_known.cooks_here then
    v_printing := array(
      select s.id from public.stations s join public.printers r on r.tenant_id = p_tenant and r.id = s.printer_id and r.archived_at is null
      where s.tenant_id = p_tenant);
  end if;

  if v_counted.invoice_no is not null then
    insert into public.invoices (tenant_id, id, business_date, business_hour, created_at, member_id, sub_total, tax_total, total, currency,
      table_id, table_title, floor, delivery_type, customer_type, customer_id, rounding, discount, charges)
    values (p_tenant, v_counted.invoice_no, v."businessDate", v_known.hour, v.now, v."memberId", (v_invoice->>'subTotal')::bigint,
      (v_invoice->>'taxTotal')::bigint, (v_invoice->>'total')::bigint, v.currency, v_table, v_seat->>'title', v_seat->>'floor',
      v."deliveryType", v."customerType", v_customer, coalesce((v_invoice->>'rounding')::bigint, 0),
      coalesce((v_invoice->>'discount')::bigint, 0), coalesce((v_invoice->>'chargesTotal')::bigint, 0));
    if v_invoice ? 'hashPieces' then perform chain_invoice(p_tenant, v_counted.invoice_no, v_invoice->'hashPieces'); end if;
    if v_invoice ? 'chargesTotal' then
      perform insert_invoice_charges(p_tenant, v_counted.invoice_no, v."businessDate", v_invoice->'charges');
    end if;
    insert into public.payments (tenant_id, invoice_id, payment_type_id, payment_type, kind, amount, tip, tendered, reference, business_date,
      created_at, member_id, drawer_id)
    select p_tenant, v_counted.invoice_no, y."paymentTypeId", y."paymentType", coalesce(y.kind, 'other'), coalesce(y.amount, (v_invoice->>'total')::bigint),
      coalesce(y.tip, 0), y.tendered, y.reference, v."businessDate", v.now, v."memberId", y."drawerId"
    from jsonb_to_recordset(coalesce(v_invoice->'payments', jsonb_build_array(v_invoice))) as y ("paymentTypeId" bigint, "paymentType" text,
      kind text, amount bigint, tip bigint, tendered bigint, reference text, "drawerId" bigint);
  end if;

  v_response := jsonb_build_object('success', true, 'message', v.message, 'tokenNo', v_counted.token_no, 'orderId', v_counted.order_no,
      'checkId', v_check, 'date', p->'now')
    || case when v_table <> (p->'table'->>'id')::bigint then jsonb_build_object('tableId', v_table) else '{}'::jsonb end
    || case when v_invoice is null then '{}'::jsonb else jsonb_build_object('invoiceId', v_counted.invoice_no) end
    || case when (p->>'pricesChanged')::boolean then '{"pricesChanged": true}'::jsonb else '{}'::jsonb end;
  with placed as (
    insert into public.orders (tenant_id, id, check_id, business_date, business_hour, token_no, created_at, member_id, delivery_type,
      customer_type, customer_id, guest_name, delivery_address,
      invoice_id, currency)
    values (p_tenant, v_counted.order_no, v_check, v."businessDate", v_known.hour, v_counted.token_no, v.now, v."memberId",
      v."deliveryType", v."customerType", v_customer,
      -- only beside the customer whose own it is, with whom it is forgotten
      nullif(case when v_diner = v_customer or phone_key_of(v_diner_phone) = phone_key_of(v."customerPhone") then v_diner_name
        when v_customer is not null then v."guestName" end, v_name),
      v."deliveryAddress", v_counted.invoice_no, v.currency)
  ),
  lines as (
    insert into public.order_lines (tenant_id, id, order_id, item_id, item_title, variant_id, variant_title, base_price, unit_price, addons,
      quantity, notes, tax_id, tax_title, tax_rate, tax_type, status, completed_at, station_id, discount, tax_parts, total)
    select p_tenant, v_counted.line_no - v_lines + l.place, v_counted.order_no, l.item_id, l.item_title, l.variant_id, l.variant_title,
      l.base_price, l.unit_price, nullif(l.addons, 'null'), l.quantity, l.notes, l.tax_id, l.tax_title, l.tax_rate, l.tax_type,
      case when v_known.cooks_here then 'created' else 'completed' end, case when not v_known.cooks_here then v.now end,
      case when v_known.cooks_here or l.station_id = any(v_printing) then l.station_id end,
      coalesce(l.discount, 0), nullif(l.tax_parts, 'null'), l.unit_price * l.quantity - coalesce(l.discount, 0)
    from rows from (jsonb_to_recordset(p->'lines') as (item_id bigint, item_title text, variant_id bigint, variant_title text,
      base_price bigint, unit_price bigint, addons jsonb, quantity integer, notes text, tax_id bigint, tax_title text, tax_rate integer,
      tax_type text, station_id bigint, discount bigint, tax_parts jsonb)) with ordinality as l(item_id, item_title, variant_id, variant_title,
      base_price, unit_price, addons, quantity, notes, tax_id, tax_title, tax_rate, tax_type, station_id, discount, tax_parts, place)
    returning item_id, quantity, unit_price
  ),
  -- what the sums move by, as note_orders (note_sums.sql) would find it
  noted as (
    insert into public.report_deltas (tenant_id, day, figure, key, currency, orders, quantity, total, customer_id)
    select p_tenant, v."businessDate", 'placed', v_known.hour, '', 1, 0, 0, v_customer
    union all
    select p_tenant, v."businessDate", 'item', item_id::text, v.currency, 0, quantity, unit_price::numeric * quantity, null from lines
  ),
  audited as (
    insert into public.audit_log (tenant_id, at, member_id, session_id, amount, table_id, action, entity, entity_id, after)
    values (p_tenant, v.now, v."memberId", v."sessionId", (p->>'total')::bigint, v_table, case when v_invoice is null then 'place' else 'sell' end, 'orders',
      v_counted.order_no,
      jsonb_build_object('tokenNo', v_counted.token_no, 'checkId', v_check, 'invoice', v_counted.invoice_no, 'total', p->'total')
        || case when v_invoice ? 'payments' then jsonb_build_object('payments', without_references(v_invoice->'payments')) else '{}'::jsonb end
        || case when v."qrOrderId" is null then '{}'::jsonb else jsonb_build_object('qrOrderId', v."qrOrderId") end)
  ),
  announced as (
    insert into public.events (tenant_id, seq, type, payload, created_at)
    values (p_tenant, v_counted.event_seq, 'new_order',
      jsonb_build_object('tokenNo', v_counted.token_no, 'orderId', v_counted.order_no, 'checkIds', jsonb_build_array(v_check)), v.now)
  )
  insert into public.idempotency_keys (tenant_id, key, route, request_hash, response, created_at)
  select p_tenant, v.key, v.route, v.hash, v_response, v.now where v.key is not null;
  -- by the lines themselves: a till's order and a diner's alike
  if p @? '$.lines[*].station_id ? (@ != null)' then
    perform make_tickets(p_tenant, 'new', array(select v_counted.line_no - v_lines + n from generate_series(1, v_lines) n), v.now);
  end if;
  if v_invoice ? 'notes' then
    -- what note_invoices (note_sums.sql) would read back
    insert into public.report_deltas (tenant_id, day, figure, key, currency, orders, quantity, total, net, tax)
    select p_tenant, v."businessDate", n.figure, coalesce(n.key, v_known.hour), v.currency, coalesce(n.orders, 0), coalesce(n.quantity, 0), n.total,
      coalesce(n.net, 0), coalesce(n.tax, 0)
    from jsonb_to_recordset(v_invoice->'notes') as n (figure text, key text, orders integer, quantity integer, total numeric, net numeric, tax numeric);
    insert into public.invoice_days as d (tenant_id, business_date, invoices) values (p_tenant, v."businessDate", 1)
    on conflict (tenant_id, business_date) do update set invoices = d.invoices + 1;
    if v_customer is not null then
      insert into public.customer_sums as s (tenant_id, customer_id, currency, visits, spend)
      values (p_tenant, v_customer, v.currency, 1, (v_invoice->>'total')::bigint)
      on conflict (tenant_id, customer_id, currency) do update set visits = s.visits + 1, spend = s.spend + excluded.spend;
    end if;
  elsif v_invoice is not null then
    perform note_invoices(p_tenant, array[v_counted.invoice_no]);
  end if;
  return jsonb_build_object('outcome', 'placed', 'response', v_response);
end $$;

-- The release before named it in its place_order. It stands here so that it goes in the moment in which that function does.
drop index if exists public.checks_open_table;
