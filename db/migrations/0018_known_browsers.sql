-- compatible-with: 0017_business_hours
-- A browser that has signed in with a name before: strangers' guesses do not keep its member out (wire.md §2, sign-in).
-- It opens nothing by itself; it only has tries of its own.
create table known_browsers (
  tenant_id bigint not null default current_tenant(),
  id bigint generated always as identity,
  member_id bigint not null,
  -- SHA-256, base64url, of one of the tokens in the cookie
  token_hash text not null,
  created_at timestamptz not null,
  -- the last sign-in: the cookie lives a year from then on
  used_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members on delete cascade
);
create unique index known_browsers_token on known_browsers (token_hash);
create index known_browsers_member on known_browsers (tenant_id, member_id, used_at);
call protect('known_browsers');
call open_to_worker('known_browsers', 'select, insert, update, delete');

-- The same for those who manage the tenants.
create table platform.known_browsers (
  id bigint generated always as identity primary key,
  super_admin_id bigint not null references platform.super_admins on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index known_browsers_super_admin on platform.known_browsers (super_admin_id, used_at);
grant select, insert, update, delete on platform.known_browsers to comanda_platform;

-- A session ends 14 days after its last use and 90 days after sign-in; those that are open were promised 30 days.
update sessions
set refresh_expires_at = least(refresh_expires_at, coalesce(refreshed_at, created_at) + interval '14 days', created_at + interval '90 days')
where ended_at is null;
