-- compatible-with: 0017_business_hours
-- What the provider notes about a restaurant. Not on its row, which the restaurant may read. It goes with that row (purge_tenant.sql); no key
-- says so, for the provider's tables may stand on another server than tenants'.
create table platform.tenant_notes (
  tenant_id bigint primary key,
  note text not null check (char_length(note) between 1 and 1000)
);
grant select, insert, update, delete on platform.tenant_notes to comanda_platform;
