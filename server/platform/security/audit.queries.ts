import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { withoutSecrets } from './secrets.ts';
import type { Session } from '#server/platform/endpoints/session.ts';

/** What a handler's context offers to it. */
interface Writing {
  db: Db;
  session: Pick<Session, 'tenantId' | 'memberId' | 'id'>;
  now: Date;
}

/** The same, or a guest's order: of nobody who is signed in. */
interface WritingMany {
  db: Db;
  session: { memberId: number | null; id: number | null };
  now: Date;
}

interface Entry {
  action: string;
  /** the table whose row changed */
  entity: string;
  entityId?: number | undefined;
  before?: unknown;
  after?: unknown;
  /** of money, in minor units; what was taken off or paid back is positive too */
  amount?: bigint | number | undefined;
  /** where it was */
  tableId?: number | null | undefined;
  /** as chosen, in its words of then */
  reason?: string | null | undefined;
  note?: string | null | undefined;
}

const kept = (value: unknown): string | null => (value === undefined ? null : withoutSecrets(value));

/** Notes who changed what, in the transaction of the change. No secrets in before and after. */
export const insertAudit = ({ db, session, now }: Writing, entry: Entry) =>
  insertAuditOf(db, { tenantId: session.tenantId, memberId: session.memberId, sessionId: session.id, now }, entry);

/** The same for many rows, in one statement. `approverId`: who allowed it before, where nobody does now. */
export const insertAudits = async (
  { db, session, now }: WritingMany,
  entries: readonly (Entry & { approverId?: number | null })[],
): Promise<void> => {
  if (entries.length === 0) return;
  await sql`
    insert into audit_log (at, member_id, session_id, action, entity, entity_id, before, after, amount, table_id, reason, note, approver_id)
    select ${now}, ${session.memberId}::bigint, ${session.id}::bigint, e.action, e.entity, e."entityId", e.before, e.after, e.amount, e."tableId",
      e.reason, e.note, coalesce(nullif(current_setting('app.approver', true), '')::bigint, e."approverId")
    from jsonb_to_recordset(${withoutSecrets(entries)}::jsonb) as e (action text, entity text, "entityId" bigint, before jsonb, after jsonb,
      amount bigint, "tableId" bigint, reason text, note text, "approverId" bigint)`.execute(db);
};

interface Actor {
  tenantId: number;
  memberId: number | null;
  sessionId: number | null;
  now: Date;
}

/** The same for a caller who has not signed in, or not yet: sign-in, sign-out, a link of a mail. */
export const insertAuditOf = (
  db: Db,
  { tenantId, memberId, sessionId, now }: Actor,
  { action, entity, entityId, before, after, ...more }: Entry,
) =>
  db
    .insertInto('audit_log')
    .values({
      tenant_id: tenantId,
      at: now,
      member_id: memberId,
      session_id: sessionId,
      action,
      entity,
      entity_id: entityId ?? null,
      before: kept(before),
      after: kept(after),
      amount: more.amount === undefined ? null : Number(more.amount),
      table_id: more.tableId ?? null,
      reason: more.reason ?? null,
      note: more.note ?? null,
    })
    .execute();

/** How often this was done to this row since then. */
export const countAudits = async (
  db: Db,
  { action, entity, entityId, since }: { action: string; entity: string; entityId: number; since: Date },
): Promise<number> => {
  const { count } = await db
    .selectFrom('audit_log')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .where('action', '=', action)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Who changed this row last, by name; null when nobody is known. Without an id: a table of one row. */
export const findLastEditor = async (db: Db, entity: string, entityId: number | undefined): Promise<string | null> => {
  const last = await db
    .selectFrom('audit_log')
    .leftJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'audit_log.tenant_id').onRef('members.id', '=', 'audit_log.member_id'),
    )
    .select('members.name')
    .where('entity', '=', entity)
    .where('entity_id', entityId === undefined ? 'is' : '=', entityId ?? null)
    .orderBy('audit_log.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.name ?? null;
};
