-- compatible-with: 0017_business_hours
-- Why something is cancelled, taken off, paid back or taken out of a drawer (wire-2.md §4). One that was used stays for whoever reads of it.
create table reasons (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('void', 'discount', 'refund', 'drawer')),
  title text not null,
  needs_note boolean not null default false,
  archived_at timestamptz,
  primary key (tenant_id, id)
);
call protect('reasons');
-- a new restaurant starts with some
call open_to_worker('reasons', 'insert');

-- What was cancelled after it was sent: one row a line, beside the lines, so that no large table is rewritten.
create table voids (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  order_id bigint not null,
  line_id bigint not null,
  -- the order's, as reports count what was cancelled
  business_date date not null,
  currency text not null,
  quantity integer not null,
  -- what it would have come to, in minor units, without tax on top
  amount bigint not null,
  -- the kitchen had made it
  is_made boolean not null,
  reason_id bigint,
  -- snapshot
  reason text,
  note text,
  member_id bigint,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index voids_day on voids (tenant_id, business_date);
create unique index voids_line on voids (tenant_id, line_id);
call protect('voids');
revoke update, delete on voids from comanda_app;

alter table store_settings add column void_needs_reason boolean not null default false;
-- What a refund, or a payment that is taken back, was for: the reason, and its words of then.
alter table refunds add column reason_id bigint, add column reason text;
alter table check_payments add column reason_id bigint, add column reason text;
