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
call protect('subscription_history');
call open_to_worker('subscription_history', 'select, insert');
