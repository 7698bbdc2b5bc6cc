import { AppError } from '#contract/errors.ts';
import type { ApprovalAct, ApprovalTarget } from '#contract/approvals.ts';
import { type Right, rightsOf } from '#contract/permissions.ts';
import { spendApproval } from './approvals.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Session } from '#server/platform/endpoints/session.ts';

interface Act {
  /** The bill, invoice, order line or drawer that the call's address names first. */
  targetId: number | string | null;
  /** Of what this is the id. */
  target: ApprovalTarget;
  /** Which of several acts that the right allows on this target. */
  act?: ApprovalAct;
  /** Of money, where there is some. */
  amount?: number | null;
  /** What leaves the drawer, where coins make it another sum than the amount. */
  given?: number;
  /** ISO 4217 code of the amount, so that a colleague sees money. */
  currency?: string;
  /** Of a discount: how much counts against the own limit, or against that of the approver. */
  percent?: (approver?: number) => number;
  /** Of a colleague who allows it, as the call's body shows it. */
  approvalToken?: string | null | undefined;
}

const ALONE = 'You may not do this alone. Please ask a colleague who may!';
const NOT_THIS = 'This approval does not allow that, or not any more. Please ask again!';

/**
 * Refuses whoever lacks a right, or its percent, with approval_needed, which says what a colleague would have to allow (wire-2.md §1).
 * With a colleague's approvalToken it goes through: the token is used up in this transaction, and the audit log has both names. Answers
 * who approved; null where nobody had to. Read when it is needed: a right that was taken away is gone at once.
 */
export const assertRight = async (
  { db, session, now }: { db: Db; session: Session; now: Date },
  right: Right,
  { targetId, target, act, amount = null, given, currency, percent = () => 0, approvalToken }: Act,
): Promise<number | null> => {
  if (session.role === 'admin') return null;
  const member = await db
    .selectFrom('members')
    .select(['rights', 'discount_limit'])
    .where('id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  if (member.rights.includes(right) && percent() <= (member.discount_limit ?? 100)) return null;
  const approver = approvalToken
    ? await spendApproval(db, { token: approvalToken, action: right, targetId, target, act: act ?? null, amount, percent, now })
    : undefined;
  if (approver !== undefined) return approver;
  throw new AppError('approval_needed', approvalToken ? NOT_THIS : ALONE, {
    body: { action: right, targetId, target, act, amount, ...(amount !== null && { currency, given }) },
  });
};

/** What somebody may allow others: their rights, and up to what percent. */
export const findHeldRights = async ({
  db,
  session,
}: {
  db: Db;
  session: Session;
}): Promise<{ rights: Right[]; discountLimit: number | null }> => {
  const member = await db
    .selectFrom('members')
    .select(['role', 'rights', 'discount_limit'])
    .where('id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  return { rights: rightsOf(member), discountLimit: member.role === 'admin' ? null : member.discount_limit };
};
