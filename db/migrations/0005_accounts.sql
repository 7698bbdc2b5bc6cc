-- Links to set a new password. One is good once, for minutes, and only while its account is there.
create table password_resets (
  tenant_id bigint not null default current_tenant(),
  id bigint generated always as identity,
  member_id bigint not null,
  -- SHA-256, base64url: a copy of this table sets nobody's password
  token_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- used, or overtaken by another change of the password
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members on delete cascade
);
create unique index password_resets_token on password_resets (token_hash);
create index password_resets_member on password_resets (tenant_id, member_id) where used_at is null;
call protect('password_resets');
call open_to_worker('password_resets', 'select, insert, update');
