-- compatible-with: 0017_business_hours
-- Drawers of cash (wire-2.md §4): opened with a float, counted blind. What is expected in one is added up from rows, never kept.
create table drawers (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  title text not null,
  opened_at timestamptz not null,
  opened_by bigint,
  float bigint not null check (float >= 0),
  closed_at timestamptz,
  closed_by bigint,
  -- [{value, count}] in minor units, as counted; with what was expected then
  denominations jsonb,
  expected bigint,
  counted bigint,
  primary key (tenant_id, id),
  check ((closed_at is null) = (counted is null) and (closed_at is null) = (expected is null))
);
call protect('drawers');
-- one open drawer of a title
create unique index drawers_open_title on drawers (tenant_id, lower(title)) where closed_at is null;

create table drawer_movements (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  drawer_id bigint not null,
  kind text not null check (kind in ('pay_in', 'pay_out', 'drop', 'no_sale')),
  amount bigint not null check (amount >= 0 and (amount = 0) = (kind = 'no_sale')),
  -- the reason's title as it was
  reason text,
  note text,
  created_at timestamptz not null,
  member_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, drawer_id) references drawers
);
create index drawer_movements_drawer on drawer_movements (tenant_id, drawer_id);
call protect('drawer_movements');
revoke update, delete on drawer_movements from comanda_app;

-- Into which drawer the cash went; null: nobody said. No foreign keys on what is hot: a drawer is never deleted.
alter table payments add column drawer_id bigint;
alter table check_payments add column drawer_id bigint;
