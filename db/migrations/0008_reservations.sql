-- A table kept for a customer, or a customer expected at no table in particular.
create table reservations (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  -- what a guest is told and says at the door
  unique_code text not null check (length(unique_code) = 10),
  customer_id bigint not null,
  table_id bigint,
  date timestamptz not null,
  -- the store's business day of that instant: lists and the dashboard go by it
  business_date date not null,
  people_count integer not null default 0 check (people_count >= 0),
  status text not null default 'booked' check (status in ('booked', 'paid', 'cancelled')),
  notes text,
  created_at timestamptz not null,
  updated_at timestamptz,
  primary key (tenant_id, id),
  constraint reservations_customer foreign key (tenant_id, customer_id) references customers,
  -- tables are archived and never removed, so that an old reservation still knows the title of its own
  constraint reservations_table foreign key (tenant_id, table_id) references store_tables
);
create unique index reservations_code on reservations (tenant_id, unique_code);
create index reservations_day on reservations (tenant_id, business_date, date);
create index reservations_customer on reservations (tenant_id, customer_id);
-- who else wants the table at that time
create index reservations_at_table on reservations (tenant_id, table_id, date) where status <> 'cancelled';
call protect('reservations');
