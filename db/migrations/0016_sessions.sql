-- Sessions that are over and links that have run out are deleted some weeks later (server/platform/housekeeping/housekeeping.ts).
grant delete on sessions, password_resets to comanda_worker;
grant delete on platform.sessions to comanda_platform;

-- A tab that has just renewed asks again with a token that another tab is already replacing: it is good for some seconds more,
-- and no longer than it would have been (server/features/devices/sessions.queries.ts).
alter table sessions add column used_access_hash text, add column used_access_until timestamptz;
create unique index sessions_used_access on sessions (used_access_hash) where used_access_hash is not null;
