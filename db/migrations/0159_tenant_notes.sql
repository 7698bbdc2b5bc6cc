-- compatible-with: 0017_business_hours
-- What the provider notes about a restaurant. Not on its row, which the restaurant may read; gone with that row.
create table platform.tenant_notes (
  tenant_id bigint primary key references tenants on delete cascade,
  note text not null check (char_length(note) between 1 and 1000)
);
grant select, insert, update, delete on platform.tenant_notes to comanda_platform;
