-- What is the provider's and no tenant's. It has a schema of its own, which comanda_app and comanda_worker may not even use, so that
-- what tools/house/architecture.test.ts demands of tenant tables has no exception.
--   comanda_platform  the super administrator's calls, and the sums that they show; sees all tenants, and of a tenant's tables only
--                     what is granted below: no order, line, customer, invoice or payment
create schema platform;
grant usage on schema platform, public to comanda_platform;

-- Opens a tenant table to the platform, for just the statements and columns named.
create procedure open_to_platform(target regclass, privileges text) language plpgsql as $$
begin
  execute format('create policy platform on %s to comanda_platform using (true)', target);
  execute format('grant %s on %s to comanda_platform', privileges, target);
end $$;

create table platform.super_admins (
  id bigint generated always as identity primary key,
  username text not null,
  name text not null,
  password_hash text not null,
  created_at timestamptz not null
);
create unique index super_admins_username on platform.super_admins (lower(username));
grant select, insert on platform.super_admins to comanda_platform;

-- As sessions of members (0002_members.sql), in a table of their own: a token of one kind is never found among the other.
create table platform.sessions (
  id bigint generated always as identity primary key,
  super_admin_id bigint not null references platform.super_admins on delete cascade,
  access_hash text not null unique,
  access_expires_at timestamptz not null,
  refresh_hash text not null unique,
  refresh_family text not null unique,
  -- set once at sign-in: refreshing does not make the session last longer
  expires_at timestamptz not null,
  used_refresh_hash text,
  used_refresh_nonce text,
  refreshed_at timestamptz,
  device_ip text,
  device_name text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_super_admin on platform.sessions (super_admin_id);
create index sessions_used_refresh on platform.sessions (used_refresh_hash) where used_refresh_hash is not null;
grant select, insert, update on platform.sessions to comanda_platform;

-- Append-only. tenant_id is no foreign key: what was done to a tenant is known after the tenant is gone.
create table platform.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  super_admin_id bigint,
  session_id bigint,
  action text not null,
  tenant_id bigint,
  before jsonb,
  after jsonb
);
create index audit_log_tenant on platform.audit_log (tenant_id, id);
grant select, insert on platform.audit_log to comanda_platform;

-- From here on nobody of this tenant signs in; its rows and files are deleted in the background, this row last.
alter table tenants add column deleted_at timestamptz;
create index tenants_newest on tenants (created_at desc, id desc) where deleted_at is null;
create index tenants_state on tenants (is_active, active_until) where deleted_at is null;
create index tenants_subscribed on tenants (active_until) where subscription_id is not null and is_active and deleted_at is null;
create index tenants_deleted on tenants (id) where deleted_at is not null;

-- All pieces of one to three letters, so that a part of a name is found by an index (pg_trgm cannot do one or two letters).
create function search_grams(words text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(lower(words), place, size)
    from generate_series(1, 3) size, generate_series(1, length(words) - size + 1) place)
$$;
-- What must be among the pieces of a text that contains these words: all their threes, or the one or two letters themselves.
create function searched_grams(words text) returns text[] language sql immutable parallel safe as $$
  select array(select substr(lower(words), place, 3) from generate_series(1, greatest(length(words) - 2, 1)) place)
$$;
create index tenants_search on tenants using gin (search_grams(name)) where deleted_at is null;
create index members_owner_search on members using gin (search_grams(username)) where role = 'admin' and archived_at is null;

call open_to_platform('tenants', 'select, insert, update, delete');
call open_to_platform('tenant_counters', 'select, insert, update');
call open_to_platform('event_cursors', 'insert');
call open_to_platform('members', 'insert, select (tenant_id, id, username, name, role, email, archived_at, created_at), update (username, email, archived_at)');
call open_to_platform('sessions', 'select (tenant_id, id, ended_at), update (ended_at)');
call open_to_platform('password_resets', 'select (tenant_id, member_id, used_at), update (used_at)');
call open_to_platform('store_settings', 'select, insert');
call open_to_platform('print_settings', 'insert');
call open_to_platform('payment_types', 'insert, select (id)');
call open_to_platform('subscription_history', 'select');

-- The sums that the platform shows. Tenants write none of them, so that no tenant waits for another: a background roll-up measures
-- a tenant anew for the UTC days that its events tell of, and adds the differences (server/features/platform-reports).
create table platform.measured_tenants (
  tenant_id bigint primary key,
  -- the tenant's event number up to which it was measured
  seq bigint not null,
  measured_at timestamptz not null
);

-- unit: 'order' (orders not cancelled), 'customer' (those who are known now; on the day 1970-01-01), else an ISO 4217 code:
-- invoices in its minor units.
create table platform.tenant_figures (
  tenant_id bigint not null,
  day date not null,
  unit text not null,
  amount bigint not null,
  primary key (tenant_id, day, unit)
);
create table platform.daily_figures (
  day date not null,
  unit text not null,
  amount numeric not null,
  primary key (day, unit)
);

-- Pieces sold, cancelled ones left out.
create table platform.tenant_items (
  tenant_id bigint not null,
  day date not null,
  item_id bigint not null,
  qty bigint not null,
  primary key (tenant_id, day, item_id)
);
create index tenant_items_best on platform.tenant_items (day, qty desc, tenant_id, item_id);
create table platform.items (
  tenant_id bigint not null,
  item_id bigint not null,
  title text not null,
  primary key (tenant_id, item_id)
);

-- Periods of several days that are asked for again and again have their own sums: best sellers cannot be merged from those of the days.
create table platform.kept_periods (
  from_day date not null,
  to_day date not null,
  primary key (from_day, to_day)
);
create table platform.period_items (
  from_day date not null,
  to_day date not null,
  tenant_id bigint not null,
  item_id bigint not null,
  qty bigint not null,
  primary key (from_day, to_day, tenant_id, item_id),
  foreign key (from_day, to_day) references platform.kept_periods on delete cascade
);
create index period_items_best on platform.period_items (from_day, to_day, qty desc, tenant_id, item_id);
grant select, insert, update, delete on platform.measured_tenants, platform.tenant_figures, platform.daily_figures,
  platform.tenant_items, platform.items, platform.kept_periods, platform.period_items to comanda_platform;
