-- compatible-with: 0017_business_hours
-- What somebody of a new restaurant has ticked off by hand on the list of the first hour; the rest is seen from what there is.
create table first_steps (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  step text not null,
  done_at timestamptz not null,
  primary key (tenant_id, step)
);
call protect('first_steps');

-- The sample menu as it was put in, so that exactly it can be taken out again.
create table sample_menus (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  added_at timestamptz not null,
  -- of the currency in which the prices of `items` are
  decimals smallint not null,
  items jsonb not null,
  category_ids jsonb not null,
  primary key (tenant_id)
);
call protect('sample_menus');
