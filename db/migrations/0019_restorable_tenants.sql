-- compatible-with: 0017_business_hours
-- Until then a deleted tenant can be restored. Null: it is not waited for, or the purge has begun and nothing brings it back.
alter table tenants add column purge_at timestamptz;
-- The super administrator's switch as it was when the tenant was deleted: while it is deleted the switch is off, which shuts it everywhere.
alter table tenants add column was_active boolean;
create index tenants_purge on tenants (purge_at) where purge_at is not null;

-- Archived because the whole tenant was deleted: nobody signs in by it, its address stays taken, and Restore brings it back.
alter table members add column archived_with_tenant boolean not null default false;
drop index members_username;
create unique index members_username on members (lower(username)) where archived_at is null or archived_with_tenant;
grant select (archived_with_tenant), update (archived_with_tenant) on members to comanda_platform;

-- An owner whose address the provider changes is signed out everywhere.
grant select (member_id) on sessions to comanda_platform;
-- A subscription that ended with its tenant stands in the history of the one that is restored.
grant insert on subscription_history to comanda_platform;
