create table store_settings (
  tenant_id bigint primary key default current_tenant() references tenants on delete cascade,
  store_name text not null,
  address text,
  phone text,
  email text,
  currency text not null,
  image text,
  is_qr_menu_enabled boolean not null default false,
  is_qr_order_enabled boolean not null default false,
  -- at least 96 random bits: a restaurant is not to be found by guessing (cases.md N8)
  unique_qr_code text not null unique,
  timezone text not null,
  day_start time not null default '00:00'
);
call protect('store_settings');
call raise_version_on('store_settings');
call open_to_worker('store_settings', 'select, insert');

create table print_settings (
  tenant_id bigint primary key default current_tenant() references tenants on delete cascade,
  page_format text not null default '80' check (page_format in ('80', '57')),
  header text,
  footer text,
  show_notes boolean not null default true,
  is_enable_print boolean not null default false,
  show_store_details boolean not null default true,
  show_customer_details boolean not null default true,
  print_token boolean not null default true
);
call protect('print_settings');
call raise_version_on('print_settings');
call open_to_worker('print_settings', 'insert');

create table payment_types (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  title text not null,
  is_active boolean not null default true,
  archived_at timestamptz,
  primary key (tenant_id, id)
);
call protect('payment_types');
call raise_version_on('payment_types');
call open_to_worker('payment_types', 'insert, select (id)');

create table taxes (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  title text not null,
  -- 1/10,000 of a percent: 5 % is 50000
  rate integer not null check (rate between 0 and 1000000),
  type text not null check (type in ('exclusive', 'inclusive')),
  archived_at timestamptz,
  primary key (tenant_id, id)
);
call protect('taxes');
call raise_version_on('taxes');

create table categories (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  title text not null,
  position integer not null default 0,
  archived_at timestamptz,
  primary key (tenant_id, id)
);
call protect('categories');
call raise_version_on('categories');

-- Money everywhere: integer minor units of the store's currency.
create table menu_items (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  title text not null,
  price bigint not null check (price >= 0),
  net_price bigint check (net_price >= 0),
  category_id bigint,
  tax_id bigint,
  image text,
  position integer not null default 0,
  archived_at timestamptz,
  primary key (tenant_id, id),
  constraint menu_items_category foreign key (tenant_id, category_id) references categories,
  constraint menu_items_tax foreign key (tenant_id, tax_id) references taxes
);
create index menu_items_category on menu_items (tenant_id, category_id);
create index menu_items_tax on menu_items (tenant_id, tax_id);
call protect('menu_items');
call raise_version_on('menu_items');

create table menu_item_variants (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  item_id bigint not null,
  title text not null,
  -- replaces the item's price
  price bigint not null check (price >= 0),
  archived_at timestamptz,
  primary key (tenant_id, id),
  constraint menu_item_variants_item foreign key (tenant_id, item_id) references menu_items
);
create index menu_item_variants_item on menu_item_variants (tenant_id, item_id);
call protect('menu_item_variants');
call raise_version_on('menu_item_variants');

create table menu_item_addons (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  item_id bigint not null,
  title text not null,
  -- added to the item's or the variant's price
  price bigint not null check (price >= 0),
  archived_at timestamptz,
  primary key (tenant_id, id),
  constraint menu_item_addons_item foreign key (tenant_id, item_id) references menu_items
);
create index menu_item_addons_item on menu_item_addons (tenant_id, item_id);
call protect('menu_item_addons');
call raise_version_on('menu_item_addons');

create table store_tables (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  -- what a QR code at the table carries: random and replaceable (cases.md N7)
  public_id text not null unique,
  title text not null,
  floor text not null,
  seating_capacity integer not null check (seating_capacity >= 0),
  archived_at timestamptz,
  primary key (tenant_id, id)
);
call protect('store_tables');
call raise_version_on('store_tables');
