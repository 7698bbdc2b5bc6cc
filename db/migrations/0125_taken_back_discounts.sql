-- compatible-with: 0017_business_hours
-- What was taken back of a discount on one bill, by line, while another bill may still have its part of it (wire-2.md §3): it counts as given,
-- so that the other part does not grow, and can be put back. A release before deletes it from line_adjustments alone.
create table taken_back_adjustments (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  adjustment_id bigint not null,
  line_id bigint not null,
  amount bigint not null check (amount >= 0),
  taken_at timestamptz not null,
  primary key (tenant_id, adjustment_id, line_id)
);
call protect('taken_back_adjustments');
