import { sql } from 'kysely';
import type { Databases, Db } from '#server/platform/database/database.ts';

/**
 * What changes without an entry of the audit log, and why. Every other table of a restaurant is watched: a new one is, until it stands here.
 */
const unaudited = new Set([
  // mechanism: numbers, announcements, sums, keys, and what is about to happen
  'tenant_counters',
  'events',
  'event_cursors',
  'idempotency_keys',
  'report_deltas',
  'report_sums',
  'report_visits',
  'invoice_days',
  'first_steps',
  'customer_counts',
  'customer_days',
  'customer_sums',
  'customer_texts',
  'tenant_letters',
  // counters of tries, and what a person shows only once
  'pin_failures',
  'qr_limits',
  'approvals',
  'signin_challenges',
  'known_browsers',
  'exact_prices',
  // a link of an e-mail on its way; that it is used is audited
  'password_resets',
  // a code that waits for a till; pairing and unpairing are audited
  'displays',
  // begun and not confirmed; that it is on or off is audited
  'second_factors',
  // reports of the payment provider, which repeat; what they change is audited
  'billing_events',
  // that a cook's screen showed a ticket, and where a page is on its way to a printer
  'station_screens',
  'kitchen_screens',
  'tickets',
  'print_jobs',
]);

/** Rows that are changed on the way: a session goes on, a screen or a printer is there, a payment provider's number comes. Their ends and settings have tests of their own. */
const changedOnTheWay = new Set(['sessions', 'stations', 'printers', 'tenants']);

/** The names of the watched tables by their numbers. */
const findTables = async (db: Db): Promise<Map<number, string>> => {
  const { rows } = await sql<{ name: string; oid: number }>`
    select relname as name, oid::int as oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  return new Map(rows.filter(({ name }) => !unaudited.has(name)).map(({ name, oid }) => [oid, name]));
};

/** How often the tables were changed that were. It goes beside every transaction of every test, twice, and so reads no catalogue and is parsed once. */
const countsOf = async (db: Db, tables: ReadonlyMap<number, string>): Promise<Map<number, number>> => {
  const numbers = [...tables.keys()];
  const onTheWay = numbers.filter((oid) => changedOnTheWay.has(tables.get(oid)!));
  const { rows } = await sql<{ oid: number; changes: number }>`
    /* changes_of_tables */ select oid::int, changes::int from (
      select oid, pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_deleted(oid)
        + case when oid = any(${onTheWay}::oid[]) then 0 else pg_stat_get_xact_tuples_updated(oid) end as changes
      from unnest(${numbers}::oid[]) as oid
    ) counts where changes > 0`.execute(db);
  return new Map(rows.map(({ oid, changes }) => [oid, changes]));
};

/**
 * The databases of a test's server, which refuse a transaction that changes money, menu, rights, settings or sessions and leaves no entry
 * of the audit log: whatever call a test tries, it is held to that.
 */
export const watchAudit = (databases: Databases): Databases => {
  let found: Promise<Map<number, string>> | undefined;
  const watched = async <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
    const tables = await (found ??= findTables(db));
    // It leaves with the first question of the work, and is answered before that: half the time of a short transaction is spent on the way.
    const counted = countsOf(db, tables);
    // where it fails, so does the work
    counted.catch(() => {});
    const answer = await work(db);
    const after = await countsOf(db, tables);
    const before = await counted;
    const changed = [...after].filter(([oid, count]) => count > (before.get(oid) ?? 0)).map(([oid]) => tables.get(oid)!);
    if (changed.length > 0 && !changed.includes('audit_log')) {
      const fault = `No entry of the audit log tells of: ${changed.join(', ')}`;
      // the call answers 500, and tests log nothing
      process.stderr.write(`${fault}\n`);
      throw new Error(fault);
    }
    return answer;
  };
  return {
    ...databases,
    asTenant: (tenantId, work, mode) => databases.asTenant(tenantId, mode === 'read only' ? work : (db) => watched(db, work), mode),
    asTenantInBackground: (tenantId, work) => databases.asTenantInBackground(tenantId, (db) => watched(db, work)),
    acrossTenants: (work, mode) => databases.acrossTenants(mode === 'read only' ? work : (db) => watched(db, work), mode),
  };
};
