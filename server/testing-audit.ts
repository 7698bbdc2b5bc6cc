import { sql } from 'kysely';
import type { Databases, Db } from './platform/database.ts';

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
  'customer_suffixes',
  'customer_texts',
  'tenant_letters',
  // counters of tries, and what a person shows only once
  'pin_failures',
  'qr_limits',
  'approvals',
  'signin_challenges',
  'known_browsers',
  'exact_prices',
  // a link of a letter on its way; that it is used is audited
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

const countsOf = async (db: Db): Promise<Map<string, number>> => {
  const { rows } = await sql<{ name: string; changes: number }>`
    select c.relname as name, pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_deleted(c.oid)
      -- a session goes on, a screen or a printer is there, a payment provider's number comes: rows that are changed on the way.
      -- Their ends and settings have tests of their own
      + case when c.relname in ('sessions', 'stations', 'printers', 'tenants') then 0 else pg_stat_get_xact_tuples_updated(c.oid) end as changes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(db);
  return new Map(rows.map(({ name, changes }) => [name, Number(changes)]));
};

/**
 * The databases of a test's server, which refuse a transaction that changes money, menu, rights, settings or sessions and leaves no entry
 * of the audit log: whatever call a test tries, it is held to that.
 */
export const watchAudit = (databases: Databases): Databases => {
  const watched = async <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> => {
    const before = await countsOf(db);
    const answer = await work(db);
    const after = await countsOf(db);
    const changed = [...after].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);
    const silent = changed.filter((name) => !unaudited.has(name));
    if (silent.length > 0 && !changed.includes('audit_log')) {
      const fault = `No entry of the audit log tells of: ${silent.join(', ')}`;
      // the call answers 500, and tests log nothing
      process.stderr.write(`${fault}\n`);
      throw new Error(fault);
    }
    return answer;
  };
  return {
    ...databases,
    asTenant: (tenantId, work, mode) => databases.asTenant(tenantId, mode === 'read only' ? work : (db) => watched(db, work), mode),
    acrossTenants: (work, mode) => databases.acrossTenants(mode === 'read only' ? work : (db) => watched(db, work), mode),
  };
};
