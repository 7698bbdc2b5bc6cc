import { AppError } from '#contract/errors.ts';
import type { ReasonKind } from '#contract/reasons.ts';
import type { Db } from '#server/platform/database/database.ts';
import { nameOrder } from '#server/platform/database/name-order.ts';

interface ReasonValues {
  kind: ReasonKind;
  title: string;
  needsNote: boolean;
}

const reasons = (db: Db) =>
  db
    .selectFrom('reasons')
    .select(['id', 'kind', 'title', 'needs_note as needsNote'])
    .where('archived_at', 'is', null)
    .$narrowType<{ kind: ReasonKind }>();

export const findReasons = (db: Db) => reasons(db).orderBy('kind').orderBy(nameOrder('title')).orderBy('id').execute();

/** The reason as it stands, locked until the commit. */
export const getReasonToChange = async (db: Db, id: number) => {
  const reason = await reasons(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!reason) throw new AppError('not_found', 'This reason does not exist!');
  return reason;
};

export const insertReason = (db: Db, { kind, title, needsNote }: ReasonValues) =>
  db.insertInto('reasons').values({ kind, title, needs_note: needsNote }).returning('id').executeTakeFirstOrThrow();

/** Some of each kind, for a new restaurant. */
export const insertUsualReasons = (db: Db) =>
  db
    .insertInto('reasons')
    .values([
      { kind: 'void', title: 'Wrong entry' },
      { kind: 'void', title: 'Guest changed their mind' },
      { kind: 'void', title: 'Sent back', needs_note: true },
      { kind: 'discount', title: 'Regular guest' },
      { kind: 'discount', title: 'Complaint', needs_note: true },
      { kind: 'refund', title: 'Complaint', needs_note: true },
      { kind: 'refund', title: 'Charged wrongly' },
      { kind: 'drawer', title: 'Small change' },
      { kind: 'drawer', title: 'Supplier paid in cash', needs_note: true },
    ])
    .execute();

/** What is undefined keeps its value. */
export const updateReasonRow = (
  db: Db,
  id: number,
  { kind, title, needsNote }: { [K in keyof ReasonValues]?: ReasonValues[K] | undefined },
) => db.updateTable('reasons').set({ kind, title, needs_note: needsNote }).where('id', '=', id).execute();

/**
 * Throws where nothing could be cancelled any more, since a reason is needed and none is left. Held until the commit: the setting is not switched
 * on meanwhile, nor another reason deleted.
 */
export const assertVoidReasonLeft = async (db: Db): Promise<void> => {
  const { void_needs_reason: isNeeded } = await db
    .selectFrom('store_settings')
    .select('void_needs_reason')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (isNeeded && !(await reasons(db).where('kind', '=', 'void').limit(1).executeTakeFirst()))
    throw new AppError('conflict', 'Cancelling needs a reason in your store: add another reason first!');
};

export const markReasonArchived = (db: Db, id: number, now: Date) =>
  db.updateTable('reasons').set({ archived_at: now }).where('id', '=', id).execute();

interface Given {
  reasonId?: number | null | undefined;
  note?: string | null | undefined;
}

/**
 * The reason that was given, in its words of today; nulls when none was. Throws invalid_input for one that is of another kind or gone,
 * without the note that it needs, and where one is needed.
 */
export const findReasonGiven = async (db: Db, kind: ReasonKind, { reasonId, note = null }: Given, isNeeded = false) => {
  if (reasonId == null) {
    if (isNeeded)
      throw new AppError('invalid_input', 'Please choose a reason!', {
        errors: [{ path: ['reasonId'], message: 'Please choose a reason!' }],
      });
    return { reason_id: null, reason: null, note };
  }
  const known = await reasons(db).where('id', '=', reasonId).where('kind', '=', kind).executeTakeFirst();
  if (!known)
    throw new AppError('invalid_input', 'This reason does not exist!', {
      errors: [{ path: ['reasonId'], message: 'This reason does not exist!' }],
    });
  if (known.needsNote && !note)
    throw new AppError('invalid_input', 'Please provide a note!', { errors: [{ path: ['note'], message: 'Please provide a note!' }] });
  return { reason_id: known.id, reason: known.title, note };
};
