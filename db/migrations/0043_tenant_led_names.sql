-- compatible-with: 0017_business_hours
-- What is only ever looked up within its tenant is unique there: both are random, and a table that is spread over several servers has no
-- unique index without its tenant (docs/scale.md). Both tables are small for each tenant.
alter table store_tables drop constraint store_tables_public_id_key;
create unique index store_tables_public_id on store_tables (tenant_id, public_id);
alter table sessions drop constraint sessions_device_id_key;
create unique index sessions_device_id on sessions (tenant_id, device_id);
