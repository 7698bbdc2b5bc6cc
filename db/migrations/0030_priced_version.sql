-- compatible-with: 0017_business_hours
-- The version of the last change of what an order is priced from. What is only shown, such as how receipts are printed, raises `version`,
-- by which tills load anew, and invalidates no price. Null: not told apart yet, every change counts.
alter table tenant_counters add column priced_version bigint;

create or replace function raise_version() returns trigger language plpgsql as $$
begin
  update tenant_counters set version = version + 1, priced_version = version + 1 where tenant_id = (select current_tenant());
  return null;
end $$;

create function raise_shown_version() returns trigger language plpgsql as $$
begin
  update tenant_counters set version = version + 1, priced_version = coalesce(priced_version, version) where tenant_id = (select current_tenant());
  return null;
end $$;
drop trigger raise_version on print_settings;
create trigger raise_version after insert or update or delete on print_settings for each statement execute function raise_shown_version();
