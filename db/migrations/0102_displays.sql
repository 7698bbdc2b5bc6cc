-- compatible-with: 0017_business_hours
-- Screens for guests, each paired with a till once by a code (docs/decisions/0040-displays.md).
create table displays (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('customer', 'orders')),
  -- six digits, until a till has entered them
  code text,
  code_until timestamptz,
  paired_at timestamptz,
  paired_by bigint,
  -- what its till rings up at the moment; nothing of it is kept
  shown jsonb,
  shown_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, paired_by) references members,
  check ((code is null) = (code_until is null)),
  check (code is null or paired_at is null)
);
create unique index displays_code on displays (tenant_id, code) where code is not null;
call protect('displays');
