import { sql } from 'kysely';
import type { ApprovalAct, ApprovalTarget } from '#contract/approvals.ts';
import type { Right } from '#contract/permissions.ts';
import type { Db } from '#server/platform/database/database.ts';
import { hashToken } from './tokens.ts';

/** What is allowed, for what, and of money at most how much. */
interface Allowed {
  action: Right;
  targetId: number | string | null;
  /** Of what this is the id; null: nobody said. */
  target: ApprovalTarget | null;
  /** Which act of those of this right; null: nobody said. */
  act: ApprovalAct | null;
  amount: number | null;
}

/** What takes money away is allowed only by a colleague who was told that: a client of the release before tells no act. */
const MUST_BE_TOLD: ReadonlySet<ApprovalAct | null> = new Set(['pay_out', 'drop', 'refund', 'correct'] as const);

const DAY = 24 * 60 * 60 * 1000; // ms

/** Keeps an approval until it is used or over; those of the day before go. */
export const insertApproval = async (
  db: Db,
  { token, approverId, expiresAt, now, ...allowed }: Allowed & { token: string; approverId: number; expiresAt: Date; now: Date },
): Promise<void> => {
  await db
    .deleteFrom('approvals')
    .where('expires_at', '<', new Date(now.getTime() - DAY))
    .execute();
  await db
    .insertInto('approvals')
    .values({
      token_hash: hashToken(token),
      approver_id: approverId,
      action: allowed.action,
      target_id: allowed.targetId === null ? null : `${allowed.targetId}`,
      target: allowed.target,
      act: allowed.act,
      amount: allowed.amount,
      expires_at: expiresAt,
    })
    .execute();
};

/**
 * Uses an approval up in the transaction of the call that shows it, so that a call that fails gives it back and of two at once one gets
 * it. `percent`: what counts against the limit of that approver. Answers who approved, whose rights are read again; undefined when it does not
 * allow this.
 */
export const spendApproval = async (
  db: Db,
  {
    token,
    action,
    targetId,
    target,
    act,
    amount,
    percent,
    now,
  }: Allowed & { token: string; percent: (approver: number) => number; now: Date },
): Promise<number | undefined> => {
  const tokenHash = hashToken(token);
  const shown = await db.selectFrom('approvals').select('approver_id').where('token_hash', '=', tokenHash).executeTakeFirst();
  if (!shown) return undefined;
  const { rows } = await sql<{ approver_id: number }>`
    update approvals a set used_at = ${now}
    from members m
    where a.token_hash = ${tokenHash} and a.used_at is null and a.expires_at > ${now}
      and a.action = ${action} and a.target_id is not distinct from ${targetId === null ? null : `${targetId}`}::text
      and (a.target is null or a.target = ${target})
      and (a.act is null and not ${MUST_BE_TOLD.has(act)} or a.act = ${act})
      and (${amount}::numeric is null or a.amount >= ${amount}::numeric)
      and m.tenant_id = a.tenant_id and m.id = a.approver_id and m.archived_at is null
      and (m.role = 'admin' or m.rights @> array[${action}::text, 'approve'] and coalesce(m.discount_limit, 100) >= ${percent(shown.approver_id)}::numeric)
    returning a.approver_id`.execute(db);
  const approver = rows[0]?.approver_id;
  // every entry of the audit log that this transaction writes has the name (0085_approvals.sql)
  if (approver !== undefined) await sql`select set_config('app.approver', ${`${approver}`}, true)`.execute(db);
  return approver;
};
