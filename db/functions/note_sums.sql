-- What the sums of reports and lists move by (migrations 0012 and 0007): each note is written by the function that writes the rows, in the
-- same transaction. Whoever writes orders, lines, invoices or payments in another way sets app.notes to own before (note_former) and calls these two
-- afterwards.

-- Notes orders and all of their lines, which are there.
create or replace function note_orders(p_tenant bigint, p_orders bigint[]) returns void language plpgsql as $$
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, orders, quantity, total, customer_id)
  select p_tenant, o.business_date, case o.status when 'cancelled' then 'dropped' else 'placed' end,
    case o.status when 'cancelled' then '' else o.business_hour end, case o.status when 'cancelled' then o.currency else '' end, 1, 0, 0,
    case when o.status <> 'cancelled' then o.customer_id end
  from public.orders o where o.tenant_id = p_tenant and o.id = any(p_orders)
  union all
  select p_tenant, o.business_date, case l.status when 'cancelled' then 'dropped' else 'item' end,
    case l.status when 'cancelled' then '' else l.item_id::text end, o.currency, 0, l.quantity, l.unit_price::numeric * l.quantity, null
  from public.orders o join public.order_lines l on l.tenant_id = p_tenant and l.order_id = o.id
  where o.tenant_id = p_tenant and o.id = any(p_orders);
end $$;

-- Notes orders that are paid with an invoice that is there, since what was unpaid of them was cancelled: the sale was noted without them.
create or replace function note_settled(p_tenant bigint, p_orders bigint[]) returns void language plpgsql as $$
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, orders)
  select p_tenant, i.business_date, 'sale', i.business_hour, i.currency, 1
  from public.orders o join public.invoices i on i.tenant_id = p_tenant and i.id = o.invoice_id
  where o.tenant_id = p_tenant and o.id = any(p_orders);
end $$;

-- Notes payments, which are there: what was taken by which means, and what of it is a tip beside the sum. Their number is that of the payments
-- that stand: the counter-entry of one that was corrected is one less, also on a later day, as its sum is. What a refund gives back is none.
create or replace function note_payments(p_tenant bigint, p_payments bigint[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, orders, quantity, total, net, tax)
  select p_tenant, p.business_date, f.figure, p.payment_type, i.currency, 0, case when p.reverses is not null then -1 when p.amount < 0 then 0 else 1 end, f.total, 0, 0
  from public.payments p join public.invoices i on i.tenant_id = p_tenant and i.id = p.invoice_id
  cross join lateral (values ('payment', p.amount), ('tip', p.tip)) f (figure, total)
  where p.tenant_id = p_tenant and p.id = any(p_payments) and (f.figure = 'payment' or f.total <> 0);
end $$;

-- Notes invoices with their payments, orders and lines, which are there. p_sales: 1; for refunds 0, since the sale stays one.
drop function if exists note_invoices(bigint, bigint[]);
create or replace function note_invoices(p_tenant bigint, p_invoices bigint[], p_sales integer default 1) returns void language plpgsql
-- planned once for each connection: for a list of unknown length PostgreSQL would plan every call again
set plan_cache_mode = force_generic_plan as $$
begin
  with made as materialized (
    select id, business_date, business_hour, currency, member_id, customer_id, total, sub_total, tax_total
    from public.invoices where tenant_id = p_tenant and id = any(p_invoices)
  ),
  counted as (
    insert into public.invoice_days as d (tenant_id, business_date, invoices)
    select p_tenant, business_date, count(*) from made group by business_date
    on conflict (tenant_id, business_date) do update set invoices = d.invoices + excluded.invoices
  )
  insert into public.report_deltas (tenant_id, day, figure, key, currency, orders, quantity, total, net, tax)
  select p_tenant, business_date, 'sale', business_hour, currency,
    (select count(*) from public.orders o where o.tenant_id = p_tenant and o.invoice_id = made.id), p_sales, total, sub_total, tax_total from made
  union all
  select p_tenant, business_date, 'member', coalesce(member_id::text, ''), currency, 0, p_sales, total, sub_total, tax_total from made
  union all
  select p_tenant, p.business_date, f.figure, p.payment_type, made.currency, 0, case when p.reverses is not null then -1 when p.amount < 0 then 0 else 1 end, f.total, 0, 0
  from made join public.payments p on p.tenant_id = p_tenant and p.invoice_id = made.id
  cross join lateral (values ('payment', p.amount), ('tip', p.tip)) f (figure, total)
  where f.figure = 'payment' or f.total <> 0;

  if p_sales = 1 then
    insert into public.report_deltas (tenant_id, day, figure, key, currency, quantity, total, tax)
    select p_tenant, l.day, l.figure, l.key, l.currency, l.quantity, l.total, l.tax from public.lines_of_sales(p_tenant, p_invoices) l;
  else
    insert into public.report_deltas (tenant_id, day, figure, key, currency, quantity, total, tax)
    select p_tenant, l.day, l.figure, l.key, l.currency, l.quantity, l.total, l.tax from public.lines_of_refunds(p_tenant, p_invoices) l;
  end if;

  insert into public.customer_sums as s (tenant_id, customer_id, currency, visits, spend)
  select p_tenant, customer_id, currency, count(*) * p_sales, sum(total)
  from public.invoices where tenant_id = p_tenant and id = any(p_invoices) and customer_id is not null
  group by customer_id, currency
  on conflict (tenant_id, customer_id, currency) do update set visits = s.visits + excluded.visits, spend = s.spend + excluded.spend;
end $$;

-- An order that is cancelled, by whatever statement: also one of a release before this.
create or replace function recount_order() returns trigger language plpgsql as $$
begin
  insert into public.report_deltas (tenant_id, day, figure, key, currency, orders, customer_id)
  select new.tenant_id, new.business_date, d.figure, case d.figure when 'placed' then new.business_hour else '' end,
    case d.figure when 'dropped' then new.currency else '' end, case when (new.status = 'cancelled') = (d.figure = 'dropped') then 1 else -1 end,
    case d.figure when 'placed' then new.customer_id end
  from (values ('placed'), ('dropped')) d (figure);
  return null;
end $$;
create or replace trigger recount_order after update of status on orders for each row
  when ((old.status = 'cancelled') <> (new.status = 'cancelled')) execute function recount_order();

-- The triggers that did all this until now go in the very transaction in which the functions above come, which no migration is.
drop function if exists count_order(), count_lines(), count_invoice(), count_payment(), recount_orders(), invoices_added() cascade;

-- A call of the release before that had begun when these functions came, and waited for the migration, still runs to its end as it was: it
-- writes no notes, and its triggers are gone. What it inserts is noted at its commit, when its lines are there, too. Goes with that release.
create or replace function note_former() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then perform public.note_orders(new.tenant_id, array[new.id]);
  else perform public.note_invoices(new.tenant_id, array[new.id]);
  end if;
  return null;
end $$;
drop trigger if exists note_former on orders;
create constraint trigger note_former after insert on orders deferrable initially deferred for each row
  when (current_user = 'comanda_app' and current_setting('app.notes', true) is distinct from 'own') execute function note_former();
drop trigger if exists note_former on invoices;
create constraint trigger note_former after insert on invoices deferrable initially deferred for each row
  when (current_user = 'comanda_app' and current_setting('app.notes', true) is distinct from 'own') execute function note_former();
