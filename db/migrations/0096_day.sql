-- compatible-with: 0017_business_hours
-- The end of the day (wire-2.md §4, docs/decisions/0037-the-day.md): each business day is closed once, in a gapless series of its own, whose
-- number is given under the lock of tenant_counters, as an invoice's.
create table closings (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  closing_no bigint not null,
  business_date date not null,
  closed_at timestamptz not null,
  member_id bigint,
  -- sums in minor units of the currency in which the day was closed
  currency text not null,
  gross numeric not null,
  total numeric not null,
  difference numeric not null,
  grand_total numeric not null,
  note text,
  -- the last ones when the day was closed: what comes after them and is dated to a closed day is late
  last_invoice bigint not null,
  last_payment bigint not null,
  -- canonical JSON, as it was hashed
  document text not null,
  hash text not null,
  primary key (tenant_id, closing_no),
  unique (tenant_id, business_date)
);
call protect('closings');
revoke update, delete on closings from comanda_app;

-- which closing has it
alter table drawers add column closing_no bigint;
-- what was captured for bills, by drawer; few rows name one
create index check_payments_drawer on check_payments (tenant_id, drawer_id) where drawer_id is not null;

-- Days before this one need no closing: a restaurant that was there before begins with yesterday, a new one with its first sale.
alter table store_settings add column closes_from date not null default current_date - 1;
alter table store_settings alter column closes_from set default '0001-01-01';
