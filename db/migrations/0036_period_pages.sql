-- compatible-with: 0017_business_hours
-- A kept period is summed up some tenants at a time, so that no statement grows with all of them: up to and with this tenant. Null: of all.
alter table platform.kept_periods add column summed_to bigint;
