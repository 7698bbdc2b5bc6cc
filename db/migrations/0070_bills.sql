-- compatible-with: 0017_business_hours
-- A bill is lines (docs/decisions/0033-bills.md): a line is on its order's check and invoice unless it says otherwise, which only a line
-- that was split off does. So a restaurant that never splits writes nothing more.
alter table order_lines add column check_id bigint, add column invoice_id bigint;
-- Undoing a split makes one line of two again; nothing refers to a line.
grant delete on order_lines to comanda_app;
-- A large table is indexed after the start, without a lock that writers wait for (db/back-fills/0070_bills.sql).
do $$
begin
  if pg_relation_size('order_lines') < 32 * 1024 * 1024 then
    create index order_lines_check on order_lines (tenant_id, check_id) where check_id is not null;
    create index order_lines_invoice on order_lines (tenant_id, invoice_id) where invoice_id is not null;
  end if;
end $$;

alter table checks
  -- 1 is a table's main bill, 2, 3 … those split off it; of a bill without a table it says nothing
  add column bill_no integer not null default 1,
  add column covers integer,
  -- printed since it last changed, and how often in all
  add column billed_at timestamptz,
  add column prints integer not null default 0,
  add column merged_into bigint,
  -- with which it was closed; null of what was paid by its orders
  add column invoice_id bigint;
-- The few open bills are all that it holds. The release before finds a table's bill by checks_open_table, which goes with its place_order
-- (db/functions/place_order.sql): that is replaced with the last migration, not with this one.
create unique index checks_open_bill on checks (tenant_id, table_id, bill_no) where closed_at is null;

-- Null: as title and kind suggest (contract/payment-types.ts). So nothing is filled in, and a release before may go on adding types.
alter table payment_types
  add column kind text check (kind in ('cash', 'card', 'other')),
  add column gives_change boolean,
  add column takes_tip boolean,
  add column needs_reference boolean;

-- What is captured for a bill, from the first payment to the last. Sums are never changed and rows never deleted: a payment that is taken
-- back is a second row that says of which. Only the bill may change, when two are merged. With the last one the bill has its invoice, and
-- payments holds what was captured.
create table check_payments (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  check_id bigint not null,
  payment_type_id bigint,
  -- snapshots
  payment_type text not null,
  kind text not null,
  -- below 0 where it takes another one back
  amount bigint not null,
  tip bigint not null,
  tendered bigint,
  reference text,
  reverses bigint,
  note text,
  created_at timestamptz not null,
  member_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, check_id) references checks
);
create index check_payments_check on check_payments (tenant_id, check_id);
create unique index check_payments_reversed on check_payments (tenant_id, reverses) where reverses is not null;
call protect('check_payments');
revoke update, delete on check_payments from comanda_app;
grant update (check_id) on check_payments to comanda_app;

alter table payments
  add column kind text not null default 'other',
  add column tip bigint not null default 0,
  add column tendered bigint,
  add column reference text,
  -- a counter-entry: that payment was made by other means
  add column reverses bigint;

-- What happened to bills, and what it takes to undo it.
create table check_changes (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('move', 'merge', 'split', 'undo', 'payment', 'reverse')),
  at timestamptz not null,
  member_id bigint,
  text text not null,
  -- what undo reads; null where there is nothing to undo
  detail jsonb,
  undone_at timestamptz,
  primary key (tenant_id, id)
);
call protect('check_changes');
-- The bills that a change touched.
create table changed_checks (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  check_id bigint not null,
  change_id bigint not null,
  primary key (tenant_id, check_id, change_id)
);
call protect('changed_checks');

-- An invoice that takes another one back, in whole or in part: an invoice of the same series with sums below 0. What it takes back of each
-- tax and dish is kept, so that all refunds of an invoice add up to it exactly.
create table refunds (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  invoice_id bigint not null,
  refund_of bigint not null,
  -- [{lineId, quantity}]; null: a sum was taken back
  lines jsonb,
  -- [{title, rate, type, sales, tax}] and [{itemId, sales}], minor units below 0
  taxes jsonb not null,
  items jsonb not null,
  note text,
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoices,
  foreign key (tenant_id, refund_of) references invoices
);
create index refunds_of on refunds (tenant_id, refund_of);
call protect('refunds');
revoke update, delete on refunds from comanda_app;

-- For whom an invoice is, when somebody asks for it; once.
create table invoice_buyers (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  invoice_id bigint not null,
  name text not null,
  tax_number text,
  address text,
  created_at timestamptz not null,
  member_id bigint,
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoices
);
call protect('invoice_buyers');

-- Rights beside the scopes (wire-2.md §1). The default is what the scopes allowed before.
alter table members
  add column rights text[] not null default '{void_sent,move_check}',
  add column discount_limit integer check (discount_limit between 0 and 100);

-- As before, and what was paid by itself of an order that was split.
create or replace function lines_of_invoices(p_tenant bigint, p_invoices bigint[])
returns table (day date, figure text, key text, currency text, quantity bigint, total numeric, tax numeric) language sql stable as $$
  with line as (
    select i.id as invoice_id, i.business_date, i.currency, i.tax_total, l.id, l.item_id, l.quantity,
      l.unit_price::numeric * l.quantity as total, l.tax_title, l.tax_rate, l.tax_type
    from public.invoices i
    join public.orders o on o.tenant_id = i.tenant_id and o.invoice_id = i.id
    join public.order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.invoice_id is null and l.status <> 'cancelled'
    where i.tenant_id = p_tenant and i.id = any(p_invoices)
    union all
    select i.id, i.business_date, i.currency, i.tax_total, l.id, l.item_id, l.quantity, l.unit_price::numeric * l.quantity, l.tax_title, l.tax_rate,
      l.tax_type
    from public.invoices i
    join public.order_lines l on l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.status <> 'cancelled'
    where i.tenant_id = p_tenant and i.id = any(p_invoices)
  ),
  taxed as (
    select invoice_id, business_date, currency, tax_total, tax_rate, tax_type, coalesce(tax_title, '') as title, sum(total) as total, min(id) as first,
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
  from line group by business_date, item_id, currency
  union all
  select business_date, 'tax', concat_ws(' ', tax_rate, tax_type, title), currency, 0, sum(total),
    sum(floored + (place <= remaining)::int)
  from placed group by business_date, tax_rate, tax_type, title, currency
  union all
  -- what a refund takes back; pieces that were sold stay sold
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
