-- Deletes a customer whom nothing refers to. What refers to one (an order, an invoice, a reservation) does so by a foreign key,
-- and then only the person goes: the row stays, empty, and history keeps its numbers. Answers 'deleted' or 'erased'.
-- It takes the open bills first, then lines, QR orders, the customer, what stands on invoices, and at last the counters: the order of those
-- who sell (place_order.sql, pay_orders.sql), move and merge, refund, correct and add a buyer (holdGuests in refunds.queries.ts).
create or replace function forget_customer(p_id bigint, p_now timestamptz) returns text language plpgsql as $$
begin
  perform forget_payer(p_id);
  -- before the lines, as those who complete orders do
  update orders set guest_name = null, delivery_address = null
  where customer_id = p_id and (guest_name is not null or delivery_address is not null);
  -- what was noted of a guest may tell who it was, also where only the order stays (an order by QR code outlives its customer)
  update order_lines set notes = null
  where order_id = any(array(select id from orders where customer_id = p_id)) and notes is not null
    and status not in ('created', 'preparing'); -- an allergy is not forgotten while it is being cooked for
  update tickets set lines = (select jsonb_agg(x || '{"notes": null}' order by n) from jsonb_array_elements(lines) with ordinality as y (x, n))
  where order_id = any(array(select id from orders where customer_id = p_id and status <> 'created'));
  update qr_order_lines set notes = null
  where qr_order_id = any(array(select id from qr_orders where customer_id = p_id)) and notes is not null;
  -- who ordered before becoming a customer
  update qr_orders q set guest_phone = null, guest_name = null from customers c
  where c.id = p_id and q.status = 'created' and q.guest_phone is not null and phone_key_of(q.guest_phone) = c.phone_key;
  -- and who ordered with the phone of one
  update qr_orders set guest_name = null where customer_id = p_id and status = 'created' and guest_name is not null;
  update reservations set notes = null, updated_at = p_now where customer_id = p_id and notes is not null;
  perform from customers where id = p_id for update;
  -- once more: of an order that was placed, and a table that was booked, while this waited for its customer
  update reservations set notes = null, updated_at = p_now where customer_id = p_id and notes is not null;
  update orders set guest_name = null, delivery_address = null
  where customer_id = p_id and (guest_name is not null or delivery_address is not null);
  perform forget_buyer(p_id);
  begin
    delete from customers where id = p_id;
    return 'deleted';
  exception when foreign_key_violation then
    update customers set phone = null, name = null, email = null, birth_date = null, gender = null, notes = null,
      updated_at = p_now, erased_at = p_now
    where id = p_id;
    return 'erased';
  end;
end $$;
