import type pg from 'pg';
import { findActs, findAuditPage, type Filter } from '#server/features/audit/audit.queries.ts';
import { kindOf } from '#server/features/audit/audit.rules.ts';
import { median } from '#tools/parts/median.ts';
import { openScratchTenant } from '#tools/bench/scratch-tenant.ts';

const ENTRIES = Number(process.env['COMANDA_AUDIT_ENTRIES'] ?? 10_000_000); // of one tenant
const DAYS = 730;
const ROUNDS = 9;
const AT_MOST = 50; // ms
const DAY = 86_400_000; // ms

/** Mostly orders and payments; some of everything else; the indexes are made after the rows. */
const fill = async (owner: pg.Client): Promise<void> => {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    "select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'public.audit_log'::regclass and not indisprimary",
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  await owner.query("set session_replication_role = replica; set maintenance_work_mem = '256MB'; set synchronous_commit = off");
  await owner.query(
    `insert into audit_log (at, member_id, session_id, action, entity, entity_id, amount, table_id, after)
     select now() - make_interval(secs => ($1::int - n)::float8 / $1::int * $2::int * 86400), n % 20, n % 500,
       case when n % 1000 = 0 then 'refund' when n % 50 = 0 then 'update' when n % 40 = 0 then 'void' when n % 3 = 0 then 'pay' when n % 3 = 1 then 'place' else 'status' end,
       case when n % 1000 = 0 then 'invoices' when n % 50 = 0 then 'menu_items' when n % 40 = 0 then 'order_lines' when n % 3 = 2 then 'order_lines' else 'orders' end,
       n, case when n % 3 < 2 then (n::bigint * 7919) % 20000 end, case when n % 3 < 2 then n % 30 + 1 end, '{"status":"completed"}'
     from generate_series(1, $1::int) n`,
    [ENTRIES, DAYS],
  );
  for (const { definition } of indexes) await owner.query(definition);
  await owner.query('vacuum analyze audit_log');
};

/** A page of Activity in a long log, by each filter alone and some together; answers what took too long. */
export const benchAudit = async (say: (line: string) => void): Promise<string[]> => {
  const { databases, owner, tenantId, close } = await openScratchTenant('Audit');
  await fill(owner);
  const now = Date.now();
  const period = (days: number) => ({ start: new Date(now - days * DAY), end: new Date(now + DAY) });
  const all = period(DAYS + 1);
  const acts = await databases.asTenant(tenantId, findActs, 'read only');
  const ofKind = (kind: string) => ({ acts: acts.filter(({ entity, action }) => kindOf(entity, action) === kind) });
  const atLeast = (present: bigint) => ({ ...all, minAmount: { present, of: new Map<string, bigint>(), former: [] } });
  const asked: Record<string, Filter> = {
    today: period(1),
    'two years': all,
    'a kind': { ...all, ...ofKind('payment') },
    'a rare kind': { ...all, ...ofKind('refund') },
    'a person': { ...all, memberIds: [7], acts },
    'a table': { ...all, tableId: 12, acts },
    'a large amount': atLeast(19_990n),
    'a small amount': atLeast(100n),
    'a person and a kind': { ...all, memberIds: [7], ...ofKind('void') },
    'a table and a rare kind': { ...all, tableId: 11, ...ofKind('refund') },
    'nobody’s': { ...all, memberIds: [9999], acts },
  };
  say(`\na page of Activity in a log of ${ENTRIES.toLocaleString('en-US')} entries (kinds found and page read, at most ${AT_MOST} ms)`);
  const missed: string[] = [];
  for (const [name, filter] of Object.entries(asked)) {
    const took: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const began = performance.now();
      await databases.asTenant(
        tenantId,
        async (db) => {
          if (filter.acts) await findActs(db);
          await findAuditPage(db, filter, { offset: 0, limit: 50 });
        },
        'read only',
      );
      if (round > 0) took.push(performance.now() - began); // the first one warms up
    }
    say(`${name.padEnd(24)} ${median(took).toFixed(1)} ms (${Math.min(...took).toFixed(1)}–${Math.max(...took).toFixed(1)})`);
    if (median(took) > AT_MOST) missed.push(`activity, ${name}: ${median(took).toFixed(1)} ms, above ${AT_MOST}`);
  }
  await close();
  return missed;
};
