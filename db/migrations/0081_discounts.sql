-- compatible-with: 0017_business_hours
-- Money off and charges (wire-2.md §3, docs/decisions/0034-what-it-costs.md). A line stores what is off it, so that nobody multiplies again;
-- the release before knows neither, and pay_orders refuses it the bills that have some.
alter table order_lines
  add column discount bigint not null default 0,
  -- the parts of its tax, [{title, rate}]; null: it has none
  add column tax_parts jsonb;
alter table invoices
  add column discount bigint not null default 0,
  -- without tax on top
  add column charges bigint not null default 0;
-- Somebody took something off the bill as a whole: what is ordered later is reduced, too.
alter table checks add column is_adjusted boolean not null default false;

-- What somebody took off a line or a bill.
create table adjustments (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  -- on which bill it was given
  check_id bigint not null,
  -- null: of the whole bill
  line_id bigint,
  kind text not null check (kind in ('percent', 'amount', 'price')),
  -- minor units; of a percent 1/10,000 of a percent
  value bigint not null check (value >= 0),
  reason_id bigint,
  -- snapshot
  reason text,
  note text,
  member_id bigint,
  -- who allowed it, where the member may not
  approver_id bigint,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, check_id) references checks
);
create index adjustments_check on adjustments (tenant_id, check_id);
call protect('adjustments');
revoke update, delete on adjustments from comanda_app;

-- What each of them takes off each line, 0 too: on these lines it acts.
create table line_adjustments (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  line_id bigint not null,
  adjustment_id bigint not null,
  amount bigint not null check (amount >= 0),
  primary key (tenant_id, line_id, adjustment_id)
);
create index line_adjustments_adjustment on line_adjustments (tenant_id, adjustment_id);
call protect('line_adjustments');

-- What a bill is charged beside its lines, service for example.
create table charges (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  title text not null,
  kind text not null check (kind in ('percent', 'amount')),
  -- as in adjustments
  value bigint not null check (value >= 0),
  tax_id bigint,
  -- empty: of every dining option
  delivery_types text[] not null default '{}',
  min_covers integer not null default 0,
  is_active boolean not null default true,
  archived_at timestamptz,
  primary key (tenant_id, id)
);
call protect('charges');
-- tills price with them
call raise_version_on('charges');

-- Where a bill differs from what its charges say by themselves: a part of a bill keeps those that the whole had, and staff take one off.
create table check_charges (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  check_id bigint not null,
  charge_id bigint not null,
  is_kept boolean not null default false,
  is_removed boolean not null default false,
  primary key (tenant_id, check_id, charge_id),
  foreign key (tenant_id, check_id) references checks
);
call protect('check_charges');

create table invoice_charges (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  invoice_id bigint not null,
  charge_id bigint not null,
  business_date date not null,
  -- snapshots
  title text not null,
  -- minor units, without tax on top
  amount bigint not null,
  tax_id bigint,
  tax_title text,
  tax_rate integer,
  tax_type text,
  tax_parts jsonb,
  primary key (tenant_id, invoice_id, charge_id),
  foreign key (tenant_id, invoice_id) references invoices
);
create index invoice_charges_day on invoice_charges (tenant_id, business_date);
call protect('invoice_charges');
revoke update, delete on invoice_charges from comanda_app;

-- What was taken off an invoice, by whom and why, on its day: for reports and closings.
create table invoice_discounts (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  invoice_id bigint not null,
  adjustment_id bigint not null,
  business_date date not null,
  currency text not null,
  amount bigint not null,
  -- snapshot
  reason text,
  member_id bigint,
  primary key (tenant_id, invoice_id, adjustment_id),
  foreign key (tenant_id, invoice_id) references invoices
);
create index invoice_discounts_day on invoice_discounts (tenant_id, business_date);
call protect('invoice_discounts');
revoke update, delete on invoice_discounts from comanda_app;

-- The parts of a tax, [{title, rate}], and what it will be, [{from, rate, parts}] by business day; null: neither.
alter table taxes add column parts jsonb, add column schedule jsonb;
-- What is taken away or delivered is taxed by another one; null: by the item's.
alter table menu_items add column tax_id_takeaway bigint;

-- a bill's history tells of money off, too
alter table check_changes drop constraint check_changes_kind_check;
alter table check_changes add constraint check_changes_kind_check
  check (kind in ('move', 'merge', 'split', 'undo', 'payment', 'reverse', 'discount', 'charge')) not valid;
