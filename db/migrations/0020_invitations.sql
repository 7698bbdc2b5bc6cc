-- compatible-with: 0017_business_hours
-- confirmed_at: a link mailed to the address was followed, or the operator vouched for it. From then on the address is taken; one that
-- nobody confirmed passes to whoever confirms it (docs/decisions/0020-confirmed-addresses.md).
-- invited_at: added by a colleague, and neither was a link followed nor has anybody signed in since.
alter table members add column confirmed_at timestamptz, add column invited_at timestamptz;

-- Whoever is here before this migration counts as confirmed: their addresses were taken until now, and stay so.
alter table members no force row level security;
update members set confirmed_at = created_at;
alter table members force row level security;

drop index members_username;
-- A confirmed address is one person's, whatever the case of the letters: what they sign in with, and the tenant follows from it.
create unique index members_address on members (lower(username))
  where (archived_at is null or archived_with_tenant) and confirmed_at is not null;
-- Within a restaurant nobody is there twice.
create unique index members_username on members (tenant_id, lower(username)) where archived_at is null or archived_with_tenant;
create index members_name on members (lower(username), id) where archived_at is null;

-- The platform asks whether an address is taken, and unconfirms an owner's new one.
grant select (confirmed_at), update (confirmed_at) on members to comanda_platform;

-- Whoever has signed in is no longer invited. A trigger, so that no way of signing in forgets it.
create function arrive() returns trigger language plpgsql as $$
begin
  update public.members set invited_at = null where tenant_id = new.tenant_id and id = new.member_id and invited_at is not null;
  return null;
end $$;
create trigger arrive after insert on sessions for each row execute function arrive();

-- What a mailed link is for. An invitation sets the first password; a confirmation sets none.
alter table password_resets
  add column purpose text not null default 'reset' check (purpose in ('reset', 'invitation', 'confirmation'));

-- The owner is told by letter when somebody signs in on a new device.
alter table store_settings add column new_device_letter boolean not null default true;

-- As in a tenant's log: 'security' is what an attack looks like, and goes after a while (db/functions/forget_security.sql).
alter table platform.audit_log add column entity text;
create index audit_log_security on platform.audit_log (at) where entity = 'security';
-- A large log is indexed after the start, without a lock that writers wait for (db/back-fills/0020_invitations.sql).
do $$
begin
  if pg_relation_size('audit_log') < 32 * 1024 * 1024 then
    create index audit_log_security on audit_log (at) where entity = 'security';
    create index audit_log_sign_ins on audit_log (at) where entity = 'sessions' and after ? 'address';
  end if;
end $$;
