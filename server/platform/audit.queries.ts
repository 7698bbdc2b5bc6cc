import type { Context } from './routes.ts';

interface Entry {
  action: string;
  /** the table whose row changed */
  entity: string;
  entityId?: number | undefined;
  before?: unknown;
  after?: unknown;
}

/** Notes who changed what, in the transaction of the change. No secrets in before and after. */
export const insertAudit = (
  { db, session, now }: Pick<Context, 'db' | 'session' | 'now'>,
  { action, entity, entityId, before, after }: Entry,
) =>
  db
    .insertInto('audit_log')
    .values({
      at: now,
      member_id: session.memberId,
      session_id: session.id,
      action,
      entity,
      entity_id: entityId ?? null,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute();
