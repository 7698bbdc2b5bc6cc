-- compatible-with: 0017_business_hours
-- Who stands beside the till may allow what its member may not (wire-2.md §1).

-- argon2id; null: none is set
alter table members add column pin_hash text;

-- Who allowed it. The call that spends an approval says so to its transaction, and every entry written in it has the name.
alter table audit_log add column approver_id bigint;
alter table audit_log alter column approver_id set default nullif(current_setting('app.approver', true), '')::bigint;

-- Good once and not for long. A call that fails rolls the use back.
create table approvals (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  token_hash text not null,
  approver_id bigint not null,
  action text not null,
  target_id text,
  -- of money, on the wire: at most this much; null: it allows nothing that costs money
  amount numeric,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, approver_id) references members
);
call protect('approvals');

-- Wrong PINs, each for five minutes: all devices and nodes count together.
create table pin_failures (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  member_id bigint not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members
);
create index pin_failures_member on pin_failures (tenant_id, member_id, at);
call protect('pin_failures');
