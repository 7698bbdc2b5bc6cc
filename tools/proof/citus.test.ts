import { expect, test } from 'vitest';
import { database } from '#server/testing/restaurant.ts';

/**
 * The rules by which Citus spreads tables over several servers, held against our catalogue: `tenants` would be a reference table, every
 * other table of a tenant a distributed one by tenant_id, the provider's tables local ones. Each list below is what still departs from a
 * rule, and why; nothing is to be added to one (docs/scale.md).
 */
const namesOf = async (text: string) => (await database.query<{ name: string }>(text)).rows.map(({ name }) => name);

// "Unique and primary key constraints must include the distribution column"
const lookUpsAcrossTenants = {
  known_browsers_token: 'a browser that comes back says its token, and no tenant',
  members_address: 'sign-in begins with an address; it is one member of one restaurant',
  password_resets_token: 'a mailed link holds a token, and no tenant',
  printers_poll_hash: 'a printer that asks for work says its token, and no tenant',
  sessions_access: 'the access token of a request is all that is known of it',
  sessions_refresh: 'the same of its refresh token',
  sessions_refresh_family_key: 'the same of a refresh token that was replaced',
  sessions_used_access: 'the same of an access token that was replaced',
  signin_challenges_token_hash_key: 'a browser that owes a code says its token, and no tenant',
  store_settings_unique_qr_code_key: 'a diner’s page begins with the code of a store',
};

test('every unique index of a tenant’s table is led by the tenant, but for the look-ups that find the tenant', async () => {
  const departing = await namesOf(`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace = 'public'::regnamespace and t.relname <> 'tenants' and (i.indisunique or i.indisexclusion)
      and not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'tenant_id' and a.attnum = i.indkey[0])
    order by 1`);
  expect(departing).toEqual(Object.keys(lookUpsAcrossTenants));
});

test('every foreign key of a tenant’s table leads to its tenant, or carries it at the same place, and clears no tenant', async () => {
  const departing = await namesOf(`
    select c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and (
      c.confrelid <> 'tenants'::regclass and not exists (
        select from unnest(c.conkey, c.confkey) k (here, there)
        join pg_attribute h on h.attrelid = c.conrelid and h.attnum = k.here and h.attname = 'tenant_id'
        join pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.there and t.attname = 'tenant_id')
      or c.confdeltype in ('n', 'd') and (c.confdelsetcols is null or exists (
        select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'tenant_id' and a.attnum = any(c.confdelsetcols))))`);
  expect(departing).toEqual([]);
});

test('no key leads from the provider’s tables, which stay on one server, into those of tenants, nor back', async () => {
  const departing = await namesOf(`
    select c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and t.relnamespace <> f.relnamespace`);
  expect(departing).toEqual([]);
});

// "Citus does not support creating triggers on distributed tables"; statement-level ones would fire on every shard
const notes = 'writes the sums’ notes of what the release before this one cancels or adds; goes when that one is gone';
const version = 'raises the tenant’s menu version; goes into the statements that change the menu';
const search = 'keeps what customers are searched and counted by; goes into the statements on customers';
const triggers = {
  'categories.raise_version': version,
  'customers.added': search,
  'customers.changed': search,
  'customers.count_customer': notes,
  'customers.deleted': search,
  'invoices.note_former': notes,
  'menu_item_addons.raise_version': version,
  'menu_item_variants.raise_version': version,
  'menu_items.raise_version': version,
  'order_lines.recount_line': notes,
  'order_lines.total_line': 'says what a line comes to where its writer does not, as those of the release before; goes with that release',
  'orders.note_former': notes,
  'orders.recount_order': notes,
  'payment_types.raise_version': version,
  'print_settings.raise_version': version,
  'sessions.arrive': 'notes a member’s first sign-in; goes into the statement that starts a session',
  'charges.raise_version': version,
  'stations.raise_version': version,
  'store_settings.choose_report_zone': 'chooses a zone that PostgreSQL knows; goes into the statement that saves settings',
  'store_settings.raise_version': version,
  'store_tables.raise_version': version,
  'taxes.raise_version': version,
};

test('no other trigger stands on a tenant’s table', async () => {
  const departing = await namesOf(`
    select format('%s.%s', t.relname, g.tgname) as name from pg_trigger g join pg_class t on t.oid = g.tgrelid
    where t.relnamespace = 'public'::regnamespace and not g.tgisinternal order by 1`);
  expect(departing.filter((name) => !(name in triggers))).toEqual([]);
  expect(Object.keys(triggers).filter((name) => !departing.includes(name))).toEqual([]);
});

// "Modifying views when the query contains citus tables is not supported"
const writtenThrough = { own: 'the tenant’s own rows by their plain names; the queries would have to name the tables and the tenant' };

test('no views but those of own are written through', async () => {
  const departing = await namesOf(`
    select distinct v.relnamespace::regnamespace::text as name from pg_class v, unnest(array['insert', 'update', 'delete']) p
    where v.relkind = 'v' and v.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and has_table_privilege('comanda_app', v.oid, p)`);
  expect(departing).toEqual(Object.keys(writtenThrough));
});

test('ids are bigint, and no tenant’s table has rules, parents, or another kind of storage', async () => {
  const departing = await namesOf(`
    select t.relname as name from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p', 'f', 'm') and (
      t.relkind in ('f', 'm') or t.relpersistence <> 'p' or t.relhasrules
      or exists (select from pg_attribute a where a.attrelid = t.oid and a.attidentity <> '' and a.atttypid <> 'int8'::regtype)
      or exists (select from pg_inherits i join pg_class p on p.oid = i.inhparent where i.inhrelid = t.oid and p.relispartition))`);
  expect(departing).toEqual([]);
});
