-- A diner's order goes to the kitchen at once, or (off) waits until staff accept it at a till.
alter table store_settings add column is_qr_order_to_kitchen boolean not null default false;

-- What a diner sent and staff accept or cancel. Table title and floor are snapshots, as on a check.
create table qr_orders (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  created_at timestamptz not null,
  delivery_type text not null check (delivery_type in ('dinein', 'takeaway')),
  customer_type text not null check (customer_type in ('WALKIN', 'CUSTOMER')),
  customer_id bigint,
  table_id bigint,
  table_title text,
  floor text,
  -- of the prices of its lines: the store's may change while it waits
  currency text not null,
  -- completed: a till made an order of it
  status text not null default 'created' check (status in ('created', 'completed', 'cancelled')),
  primary key (tenant_id, id),
  -- a customer without any other history can be deleted; the order stays
  constraint qr_orders_customer foreign key (tenant_id, customer_id) references customers on delete set null (customer_id),
  constraint qr_orders_table foreign key (tenant_id, table_id) references store_tables
);
create index qr_orders_waiting on qr_orders (tenant_id, id) where status = 'created';
create index qr_orders_customer on qr_orders (tenant_id, customer_id) where customer_id is not null;
call protect('qr_orders');

-- An item of it as it was when ordered: titles, prices and taxes are snapshots, as in order_lines.
create table qr_order_lines (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  qr_order_id bigint not null,
  item_id bigint not null,
  item_title text not null,
  variant_id bigint,
  variant_title text,
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
  primary key (tenant_id, id),
  constraint qr_order_lines_order foreign key (tenant_id, qr_order_id) references qr_orders,
  constraint qr_order_lines_item foreign key (tenant_id, item_id) references menu_items
);
create index qr_order_lines_order on qr_order_lines (tenant_id, qr_order_id);
call protect('qr_order_lines');
