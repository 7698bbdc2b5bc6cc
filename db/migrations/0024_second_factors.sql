-- compatible-with: 0017_business_hours
-- A second factor: codes of an app (TOTP, RFC 6238) and, for whoever lost it, recovery codes. One a member.
create table second_factors (
  tenant_id bigint not null default current_tenant(),
  member_id bigint not null,
  -- Base32, as the app has it. Not hashed, as passwords and tokens are: the server computes from it the code that it expects.
  -- Nothing but the calls that check a code reads it: no log, no audit row and no export holds it.
  secret text not null,
  created_at timestamptz not null,
  -- null: begun, and asked for at no sign-in before a code has shown that the app has the secret
  confirmed_at timestamptz,
  -- the 30 seconds, counted since 1970, whose code was used last: it and those before it are used up
  last_step bigint not null default 0,
  -- SHA-256, base64url, of the recovery codes that were not used yet
  recovery_hashes text[] not null default '{}',
  primary key (tenant_id, member_id),
  foreign key (tenant_id, member_id) references members on delete cascade
);
call protect('second_factors');
call open_to_worker('second_factors', 'select, update (last_step, recovery_hashes)');

-- A browser that showed the right password and owes a code. It is no session: it opens one call, for some minutes.
create table signin_challenges (
  tenant_id bigint not null default current_tenant(),
  -- SHA-256, base64url, of what the browser's cookie holds
  token_hash text not null unique,
  member_id bigint not null,
  -- SHA-256 of the password's hash: a password that is changed meanwhile ends the challenge
  password_mark text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, member_id) references members on delete cascade
);
create index signin_challenges_member on signin_challenges (tenant_id, member_id);
create index signin_challenges_end on signin_challenges (expires_at);
call protect('signin_challenges');
-- no call of a member's has anything to do with it
revoke all on signin_challenges from comanda_app;
call open_to_worker('signin_challenges', 'select, insert, delete');

-- The same of super administrators.
create table platform.second_factors (
  super_admin_id bigint primary key references platform.super_admins on delete cascade,
  secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  recovery_hashes text[] not null default '{}'
);
grant select, insert, update, delete on platform.second_factors to comanda_platform;

create table platform.signin_challenges (
  token_hash text primary key,
  super_admin_id bigint not null references platform.super_admins on delete cascade,
  password_mark text not null,
  expires_at timestamptz not null
);
create index signin_challenges_super_admin on platform.signin_challenges (super_admin_id);
grant select, insert, delete on platform.signin_challenges to comanda_platform;
