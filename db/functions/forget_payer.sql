-- What bills and orders of a customer tell of a person: a payment's reference, the name of a bill, what was noted when something was cancelled
-- or taken back. Sums, numbers and dates stay. Nobody of ours may change these rows, so this runs as the owner and has the wall within
-- itself. An invoice or bill that several guests share is forgotten with the first of them: whose reference it is nobody can tell.
create or replace function forget_payer(p_customer bigint) returns void
  language plpgsql security definer set search_path = public, pg_catalog, pg_temp as $$
declare
  v_tenant constant bigint := current_tenant();
  v_rounds constant integer := 10;
  v_orders bigint[];
  v_checks bigint[];
  v_open bigint[];
  v_held bigint[] := '{}';
begin
  -- Open bills first: whoever sells onto a bill, takes its money, splits or moves it locks it before whatever is on it. What they did while
  -- this waited is seen by the next statement only, and so everything is looked up again then, until no bill is open that is not held.
  for v_round in 1..v_rounds loop
    v_orders := array(select id from orders where tenant_id = v_tenant and customer_id = p_customer);
    v_checks := array(
      select check_id from orders where tenant_id = v_tenant and id = any(v_orders)
      union select check_id from order_lines where tenant_id = v_tenant and order_id = any(v_orders));
    v_open := array(
      select id from checks where tenant_id = v_tenant and id = any(v_checks) and closed_at is null and id <> all(v_held) order by id);
    exit when cardinality(v_open) = 0;
    if v_round = v_rounds then raise exception using errcode = '40001', message = 'the bills of the customer keep changing'; end if;
    perform from checks where tenant_id = v_tenant and id = any(v_open) and closed_at is null order by id for no key update;
    v_held := v_held || v_open;
  end loop;

  update check_payments set reference = null, note = null
  where tenant_id = v_tenant and check_id = any(v_checks) and (reference is not null or note is not null);
  update checks set name = null where tenant_id = v_tenant and id = any(v_checks) and name is not null;
  update voids set note = null where tenant_id = v_tenant and order_id = any(v_orders) and note is not null;
  update adjustments set note = null where tenant_id = v_tenant and check_id = any(v_checks) and note is not null;
end $$;
revoke all on function forget_payer from public;
grant execute on function forget_payer to comanda_app;

-- What invoices tell, and Activity: for whom one is, its payments' references, why it was refunded. Invoices have no row that those who write to
-- one could lock. They lock its customers instead (holdGuests in refunds.queries.ts), so call this when the customer is locked.
create or replace function forget_buyer(p_customer bigint) returns void
  language plpgsql security definer set search_path = public, pg_catalog, pg_temp as $$
declare
  v_tenant constant bigint := current_tenant();
  v_orders constant bigint[] := array(select id from orders where tenant_id = v_tenant and customer_id = p_customer);
  v_checks constant bigint[] := array(
    select check_id from orders where tenant_id = v_tenant and id = any(v_orders)
    union select check_id from order_lines where tenant_id = v_tenant and order_id = any(v_orders));
  v_sales constant bigint[] := array(
    select invoice_id from orders where tenant_id = v_tenant and id = any(v_orders)
    union select invoice_id from order_lines where tenant_id = v_tenant and order_id = any(v_orders));
  v_invoices constant bigint[] := v_sales || array(
    select invoice_id from refunds where tenant_id = v_tenant and refund_of = any(v_sales));
begin
  -- an invoice does not get a second buyer: that it had one stays, by an empty name, which a release before can read
  update invoice_buyers set name = '', tax_number = null, address = null where tenant_id = v_tenant and invoice_id = any(v_invoices);
  update payments set reference = null where tenant_id = v_tenant and invoice_id = any(v_invoices) and reference is not null;
  update refunds set note = null where tenant_id = v_tenant and invoice_id = any(v_invoices) and note is not null;
  update audit_log set note = null,
    before = case jsonb_typeof(before) when 'object' then before - 'note' else before end,
    after = case jsonb_typeof(after) when 'object' then after - 'note' else after end
  where tenant_id = v_tenant and (note is not null or before::text like '%"note"%' or after::text like '%"note"%')
    and (entity = 'invoices' and entity_id = any(v_invoices) or entity = 'checks' and entity_id = any(v_checks)
      or entity = 'orders' and entity_id = any(v_orders)
      or entity = 'order_lines' and entity_id in (select id from order_lines where tenant_id = v_tenant and order_id = any(v_orders)));
  -- paper that may still be printed is read again then
  update print_jobs set content = null
  where tenant_id = v_tenant and kind = 'receipt' and subject_id = any(v_invoices) and content is not null;
end $$;
revoke all on function forget_buyer from public;
grant execute on function forget_buyer to comanda_app;
