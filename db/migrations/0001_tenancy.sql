-- The roles comanda_app and comanda_worker are made before the first migration (server/platform/database/migrations.ts):
-- they belong to the whole server, not to this database.
--   comanda_app     what a request of a signed-in member runs as; sees one tenant, by row-level security
--   comanda_worker  sign-in, sessions and the dispatcher; sees all tenants, but only the tables granted to it below
grant usage on schema public to comanda_app, comanda_worker;

-- Fails when no tenant is set (a setting that was reset is '', which is no bigint either),
-- so a forgotten transaction is an error and never a leak.
create function current_tenant() returns bigint language sql stable parallel safe
  as $$ select current_setting('app.tenant_id')::bigint $$;

-- Every tenant table calls this once; tools/house/architecture.test.ts checks that none forgot.
create procedure protect(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy own_tenant on %s to comanda_app using (tenant_id = (select current_tenant()))', target);
  execute format('grant select, insert, update, delete on %s to comanda_app', target);
end $$;

-- Opens a table to the worker as well, for just the statements named.
create procedure open_to_worker(target regclass, privileges text) language plpgsql as $$
begin
  execute format('create policy all_tenants on %s to comanda_worker using (true)', target);
  execute format('grant %s on %s to comanda_worker', privileges, target);
end $$;

create table tenants (
  id bigint generated always as identity primary key,
  name text not null,
  -- the super administrator's switch
  is_active boolean not null default true,
  -- end of the trial or of the paid period, before the days of grace; null: never subscribed
  active_until timestamptz,
  subscription_id text,
  subscription_start timestamptz,
  plan text,
  created_at timestamptz not null
);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy own_tenant on tenants to comanda_app using (id = (select current_tenant()));
grant select on tenants to comanda_app;
call open_to_worker('tenants', 'select, insert, update');

-- The tenant's counters in one row, updated once in a transaction and as late as can be:
-- its lock is held until the commit, and every order of the tenant waits for it.
create table tenant_counters (
  tenant_id bigint primary key references tenants on delete cascade,
  event_seq bigint not null default 0,
  invoice_no bigint not null default 0,
  token_date date not null default '1970-01-01',
  token_no integer not null default 0,
  -- raised by every change of what the till shows and prices from: menu, taxes, tables, payment types, settings
  version bigint not null default 1
) with (fillfactor = 50);
call protect('tenant_counters');
call open_to_worker('tenant_counters', 'select, insert, update');

create function raise_version() returns trigger language plpgsql as $$
begin
  update tenant_counters set version = version + 1 where tenant_id = (select current_tenant());
  return null;
end $$;

-- Tables that GET /pos/init is made from; a change of them raises the version in its own transaction.
create procedure raise_version_on(target regclass) language plpgsql as $$
begin
  execute format('create trigger raise_version after insert or update or delete on %s for each statement execute function raise_version()', target);
end $$;
