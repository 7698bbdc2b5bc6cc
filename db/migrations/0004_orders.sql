-- A customer's number within the product is id; the phone is what people and the wire call them by (cases.md N10).
create table customers (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  phone text,
  -- digits only, so that +1 555-01 and 155501 are one customer
  phone_key text generated always as (coalesce(nullif(regexp_replace(phone, '[^0-9]', '', 'g'), ''), phone)) stored,
  name text,
  email text,
  birth_date date,
  gender text check (gender in ('female', 'male', 'other')),
  created_at timestamptz not null,
  updated_at timestamptz,
  -- personal fields emptied; orders and invoices keep their sums
  erased_at timestamptz,
  primary key (tenant_id, id)
);
create unique index customers_phone on customers (tenant_id, phone_key);
call protect('customers');

-- What one party will pay for: a table's bill, or a single order without a table (cases.md §3).
-- Table title and floor are snapshots; nothing but this table knows where an open bill sits.
create table checks (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  table_id bigint,
  table_title text,
  floor text,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (tenant_id, id),
  constraint checks_table foreign key (tenant_id, table_id) references store_tables
);
-- A table has one open bill; a further order joins it.
create unique index checks_open_table on checks (tenant_id, table_id) where closed_at is null;
call protect('checks');

-- Immutable: what was paid is never rewritten.
create table invoices (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  -- from 1 in each tenant, without a gap, never restarting: it is the counter's number, not an identity
  id bigint not null,
  business_date date not null,
  created_at timestamptz not null,
  member_id bigint,
  sub_total bigint not null,
  tax_total bigint not null,
  total bigint not null,
  currency text not null,
  table_id bigint,
  table_title text,
  floor text,
  delivery_type text not null,
  customer_type text not null,
  customer_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers,
  check (sub_total + tax_total = total)
);
create index invoices_day on invoices (tenant_id, business_date);
call protect('invoices');
revoke update, delete on invoices from comanda_app;

create table payments (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  invoice_id bigint not null,
  payment_type_id bigint,
  -- a snapshot; 'unspecified' when nobody chose one
  payment_type text not null,
  amount bigint not null,
  business_date date not null,
  created_at timestamptz not null,
  member_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoices,
  constraint payments_payment_type foreign key (tenant_id, payment_type_id) references payment_types
);
create index payments_invoice on payments (tenant_id, invoice_id);
call protect('payments');
revoke update, delete on payments from comanda_app;

-- One round sent to the kitchen.
create table orders (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  check_id bigint not null,
  business_date date not null,
  token_no integer not null,
  created_at timestamptz not null,
  member_id bigint,
  delivery_type text not null check (delivery_type in ('dinein', 'delivery', 'takeaway')),
  customer_type text not null check (customer_type in ('WALKIN', 'CUSTOMER')),
  customer_id bigint,
  status text not null default 'created' check (status in ('created', 'completed', 'cancelled')),
  -- an order is paid when, and only when, it stands on an invoice: it cannot stand on two
  invoice_id bigint,
  payment_status text not null generated always as (case when invoice_id is null then 'pending' else 'paid' end) stored,
  primary key (tenant_id, id),
  constraint orders_check foreign key (tenant_id, check_id) references checks,
  constraint orders_customer foreign key (tenant_id, customer_id) references customers,
  constraint orders_invoice foreign key (tenant_id, invoice_id) references invoices,
  constraint orders_not_paid_and_cancelled check (invoice_id is null or status <> 'cancelled')
);
create unique index orders_token on orders (tenant_id, business_date, token_no);
create index orders_check on orders (tenant_id, check_id);
create index orders_invoice on orders (tenant_id, invoice_id) where invoice_id is not null;
create index orders_open on orders (tenant_id, id) where status = 'created';
create index orders_unpaid on orders (tenant_id, id) where status = 'completed' and invoice_id is null;
create index orders_customer on orders (tenant_id, customer_id, id) where customer_id is not null;
call protect('orders');

-- An item of an order, as it was when ordered: titles, prices and taxes are snapshots.
create table order_lines (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  order_id bigint not null,
  item_id bigint not null,
  item_title text not null,
  variant_id bigint,
  variant_title text,
  -- the variant's price, or else the item's; addons not included
  base_price bigint not null,
  -- base price and addons: what one piece costs
  unit_price bigint not null,
  -- [{id, title, price}], null for none
  addons jsonb,
  quantity integer not null check (quantity between 1 and 999),
  notes text,
  tax_id bigint,
  tax_title text,
  tax_rate integer,
  tax_type text check (tax_type in ('exclusive', 'inclusive')),
  status text not null default 'created' check (status in ('created', 'preparing', 'completed', 'delivered', 'cancelled')),
  primary key (tenant_id, id),
  constraint order_lines_order foreign key (tenant_id, order_id) references orders,
  constraint order_lines_item foreign key (tenant_id, item_id) references menu_items
);
create index order_lines_order on order_lines (tenant_id, order_id);
create index order_lines_to_cook on order_lines (tenant_id, order_id) where status in ('created', 'preparing');
call protect('order_lines');

create table idempotency_keys (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  key text not null,
  route text not null,
  request_hash text not null,
  -- null only within the transaction that is working on the answer
  response jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, key)
);
call protect('idempotency_keys');
call open_to_worker('idempotency_keys', 'select, delete');
create index idempotency_keys_age on idempotency_keys (created_at) where route = '/orders/complete-and-pay-order';

-- The outbox: a change and its announcement are one transaction. seq comes from tenant_counters under its
-- lock, so a reader that asks for 'after N' never skips a number that commits later.
create table events (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  seq bigint not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, seq)
);
call protect('events');
create index events_age on events (created_at);
call open_to_worker('events', 'select, delete');

-- How far the dispatcher has announced; a row of its own, so that announcing never waits for an order.
create table event_cursors (
  tenant_id bigint primary key references tenants on delete cascade,
  announced_seq bigint not null default 0
);
call protect('event_cursors');
call open_to_worker('event_cursors', 'select, insert, update');
