-- Stores what a diner ordered, priced and decided by TypeScript, in one round trip (cases.md §6): idempotency key, the order for
-- the tills or straight for the kitchen (then with a new customer), audit and announcement, or nothing of it.
--
-- p: {version, key, route, hash, now, businessDate, deliveryType, customerType, customer: {name, phone, keys} | null,
--     table: {id, title, floor} | null, lines: [...as place_order takes them], total, currency, message, isForKitchen}
-- customer.keys: the digits of every way in which the store may have written this phone, the best first.
-- Answers and raises what place_order does.
-- Without enable_seqscan for the reason in place_order.sql.
create or replace function place_qr_order(p_tenant bigint, p jsonb) returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  v_now constant timestamptz := p->>'now';
  v_table constant jsonb := nullif(p->'table', 'null');
  v_guest constant jsonb := nullif(p->'customer', 'null');
  v_keys constant text[] := array(select jsonb_array_elements_text(v_guest->'keys'));
  v_lines constant integer := jsonb_array_length(p->'lines');
  v_known record;
  v_counted record;
  v_customer record;
  v_order bigint;
  v_response jsonb;
begin
  -- for the rest of this statement's transaction: row-level security reads it
  perform set_config('app.tenant_id', p_tenant::text, true);

  if p->>'key' is not null then
    select request_hash, response into v_known from idempotency_keys where key = p->>'key';
    if found then
      if v_known.request_hash <> p->>'hash' then return jsonb_build_object('outcome', 'key_reused'); end if;
      return jsonb_build_object('outcome', 'replayed', 'response', v_known.response);
    end if;
  end if;

  select null::bigint as id, null::text as phone into v_customer;
  if v_guest is not null then
    loop
      select id, phone into v_customer from customers where phone_key = any(v_keys) order by array_position(v_keys, phone_key) limit 1;
      -- who is known stays as they are, whatever a stranger calls them (cases.md N9)
      exit when found;
      -- what a stranger says of itself waits with the order until staff accept it
      exit when not (p->>'isForKitchen')::boolean;
      insert into customers (phone, name, created_at) values (v_guest->>'phone', v_guest->>'name', v_now)
      on conflict (tenant_id, phone_key) do nothing;
    end loop;
  end if;

  if (p->>'isForKitchen')::boolean then
    v_response := place_order(p_tenant, p || jsonb_build_object('customerPhone', v_customer.phone, 'guestName', v_guest->'name'));
    -- found above, and gone when place_order looked: the caller tries again, and the guest is a new customer
    if v_response @> '{"outcome": "unknown_customer"}' then raise exception using errcode = '40001', message = 'the customer was deleted'; end if;
    return v_response;
  end if;

  if v_customer.id is not null then
    -- before the counters: whoever deletes a customer takes the two in this order. Gone meanwhile: the caller tries again.
    perform from customers where id = v_customer.id and erased_at is null for key share;
    if not found then raise exception using errcode = '40001', message = 'the customer was deleted'; end if;
  end if;

  -- the numbers first, since the rows carry them; from here on the tenant's other orders wait for this one
  update tenant_counters set event_seq = event_seq + 1, order_no = order_no + 1, line_no = line_no + v_lines
  where tenant_id = p_tenant
  returning event_seq, order_no, line_no, coalesce(priced_version, version) as priced into v_counted;
  if v_counted.priced > (p->>'version')::bigint then raise exception using errcode = 'CM001', message = 'the menu has changed'; end if;

  insert into qr_orders (id, created_at, delivery_type, customer_type, customer_id, guest_phone, guest_name, table_id, table_title, floor,
    currency)
  values (v_counted.order_no, v_now, p->>'deliveryType', p->>'customerType', v_customer.id,
    -- the name also of who is known: staff call out what the guest at the table says
    case when v_customer.id is null then v_guest->>'phone' end, v_guest->>'name',
    (v_table->>'id')::bigint, v_table->>'title', v_table->>'floor',
    p->>'currency')
  returning id into v_order;

  insert into qr_order_lines (id, qr_order_id, item_id, item_title, variant_id, variant_title, unit_price, addons,
    quantity, notes, tax_id, tax_title, tax_rate, tax_type)
  select v_counted.line_no - v_lines + l.place, v_order, l.item_id, l.item_title, l.variant_id, l.variant_title, l.unit_price, nullif(l.addons, 'null'),
    l.quantity, l.notes, l.tax_id, l.tax_title, l.tax_rate, l.tax_type
  from rows from (jsonb_to_recordset(p->'lines') as (item_id bigint, item_title text, variant_id bigint, variant_title text,
    unit_price bigint, addons jsonb, quantity integer, notes text, tax_id bigint, tax_title text, tax_rate integer, tax_type text))
    with ordinality as l(item_id, item_title, variant_id, variant_title, unit_price, addons, quantity, notes, tax_id, tax_title, tax_rate,
    tax_type, place);

  insert into audit_log (at, action, entity, entity_id, after)
  values (v_now, 'place', 'qr_orders', v_order, jsonb_build_object('tableId', v_table->'id', 'total', p->'total'));

  v_response := jsonb_build_object('success', true, 'message', p->>'message', 'orderId', v_order);
  if p->>'key' is not null then
    insert into idempotency_keys (key, route, request_hash, response, created_at)
    values (p->>'key', p->>'route', p->>'hash', v_response, v_now);
  end if;

  insert into events (seq, type, payload, created_at)
  values (v_counted.event_seq, 'new_qrorder', jsonb_build_object('orderId', v_order), v_now);
  return jsonb_build_object('outcome', 'placed', 'response', v_response);
end $$;
