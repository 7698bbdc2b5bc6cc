create table members (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  -- an e-mail address as typed; one person has one account, whatever the case of the letters
  username text not null,
  password_hash text not null,
  name text not null,
  role text not null check (role in ('admin', 'user')),
  scopes text[] not null default '{}',
  designation text,
  phone text,
  email text,
  photo text,
  created_at timestamptz not null,
  -- a colleague who left: orders and the audit log still name them
  archived_at timestamptz,
  primary key (tenant_id, id)
);
-- Members are global by username: it is what people sign in with, and the tenant follows from it.
create unique index members_username on members (lower(username)) where archived_at is null;
call protect('members');
call open_to_worker('members', 'select, insert, update');

create table sessions (
  tenant_id bigint not null default current_tenant(),
  id bigint generated always as identity,
  member_id bigint not null,
  -- what the member sees of it; no secret, but not guessable either
  device_id text not null unique,
  -- SHA-256, base64url: a copy of this table signs nobody in
  access_hash text not null,
  access_expires_at timestamptz not null,
  refresh_hash text not null,
  -- the part that all refresh tokens of a session share: an old one that comes back is known by it, however old
  refresh_family text not null unique,
  refresh_expires_at timestamptz not null,
  -- the refresh token before the present one, and what its successor was derived with: two tabs that
  -- refresh at once get the same successor, although no token is stored (server/platform/security/tokens.ts)
  used_refresh_hash text,
  used_refresh_nonce text,
  refreshed_at timestamptz,
  device_ip text,
  device_name text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members on delete cascade
);
create unique index sessions_access on sessions (access_hash);
create unique index sessions_refresh on sessions (refresh_hash);
create index sessions_used_refresh on sessions (used_refresh_hash) where used_refresh_hash is not null;
create index sessions_member on sessions (tenant_id, member_id);
call protect('sessions');
call open_to_worker('sessions', 'select, insert, update');

-- Append-only: the application may add and read, never change (cases.md §3).
create table audit_log (
  tenant_id bigint not null default current_tenant() references tenants on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  member_id bigint,
  session_id bigint,
  action text not null,
  entity text not null,
  entity_id bigint,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
create index audit_log_entity on audit_log (tenant_id, entity, entity_id);
call protect('audit_log');
revoke update, delete on audit_log from comanda_app;
call open_to_worker('audit_log', 'insert');
