-- The customer at the payment provider: one restaurant is one customer there, however often it subscribes.
alter table tenants add column billing_customer_id text;
-- Raised by every change of the subscription. The provider is asked without a transaction, and its answer is written only
-- when nothing was written since it was asked: an older answer never replaces a newer one.
alter table tenants add column billing_revision integer not null default 0;

-- One row for each period that was begun, renewed or cancelled: what the owner and the super administrator read (part-2 §3).
create table subscription_history (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  created_at timestamptz not null,
  starts_on timestamptz not null,
  expires_on timestamptz,
  status text not null check (status in ('created', 'renewed', 'cancelled')),
  primary key (tenant_id, id)
);
-- A provider that reports a period twice, or takes a payment back and gets it after all, leaves one row.
create unique index subscription_history_period on subscription_history (tenant_id, status, starts_on);
call protect('subscription_history');
call open_to_worker('subscription_history', 'select, insert');

-- The provider's events that were taken: it repeats them until they are answered, and sometimes afterwards.
create table billing_events (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  event_id text not null,
  type text not null,
  taken_at timestamptz not null,
  primary key (tenant_id, event_id)
);
call protect('billing_events');
call open_to_worker('billing_events', 'select, insert');
