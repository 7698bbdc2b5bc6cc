import { AppError } from '#contract/errors.ts';
import { type Right, rightsOf } from '#contract/permissions.ts';
import type { Db } from './database.ts';
import type { Session } from './session.ts';

interface Act {
  /** The bill, invoice, order line or drawer that the call's address names first. */
  targetId: number | string | null;
  /** Of money, where there is some. */
  amount?: number | null;
}

/**
 * Refuses whoever lacks a right with approval_needed, which says what a colleague would have to allow (wire-2.md §1). Read when it is
 * needed: no other call pays for it, and a right that was taken away is gone at once.
 */
export const assertRight = async (
  { db, session }: { db: Db; session: Session },
  right: Right,
  { targetId, amount = null }: Act,
): Promise<void> => {
  if (session.role === 'admin') return;
  const { rights } = await db.selectFrom('members').select('rights').where('id', '=', session.memberId).executeTakeFirstOrThrow();
  if (rights.includes(right)) return;
  throw new AppError('approval_needed', 'You may not do this alone. Please ask a colleague who may!', {
    body: { action: right, targetId, amount },
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
