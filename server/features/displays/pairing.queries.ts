import { type SqlBool, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { DisplayKind, ShownCart } from '#contract/displays.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Random } from '#server/platform/clock-and-random.ts';

/** s: so long a display waits for a till with one code */
export const CODE_SECONDS = 600;
const MOST = 50;
const TRIES = 5;
/** What a till rang up and left alone is no guest's business any more. */
const SHOWN = sql`interval '30 minutes'`;
/** The next guest does not read what the one before was given back. */
const PAID_SHOWN = sql`interval '2 minutes'`;
const ABANDONED = sql`interval '1 day'`;

const noSuch = () => new AppError('not_found', 'This display does not exist!');
const newCode = (random: Random): string => String(Buffer.from(random(4)).readUInt32BE() % 1_000_000).padStart(6, '0');
const codeUntil = (now: Date) => new Date(now.getTime() + CODE_SECONDS * 1000);

/** What nobody needs any more, of the tenant: displays that no till was paired with, and what a till left standing. */
export const forgetOldDisplays = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('displays').where(sql<SqlBool>`code_until < ${now}::timestamptz - ${ABANDONED}`).execute();
  await db
    .updateTable('displays')
    .set({ shown: null, shown_at: null })
    .where(sql<SqlBool>`shown_at < ${now}::timestamptz - ${SHOWN}`)
    .execute();
};

/**
 * The display that waits longest for a till makes room, so that pages left open lock nobody out; its page asks for a code again. One of another
 * kind only where none of its own waits: retries for one kind push none of the other out.
 */
const deleteLongestWaiting = async (db: Db, kind: DisplayKind): Promise<boolean> => {
  const waiting = db
    .selectFrom('displays')
    .select('id')
    .where('paired_at', 'is', null)
    .orderBy(sql`kind <> ${kind}`)
    .orderBy('code_until')
    .orderBy('id')
    .limit(1);
  const { numDeletedRows } = await db
    .deleteFrom('displays')
    .where('id', '=', waiting.forUpdate().skipLocked())
    .where('paired_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

interface Asking {
  kind: DisplayKind;
  /** one that was given before */
  displayId: number | null;
  random: Random;
  now: Date;
}

/** A code that no other display of the tenant shows; of a display that has no till, else of a new one. */
export const insertCode = async (db: Db, { kind, displayId, random, now }: Asking): Promise<{ id: number; code: string }> => {
  const { count } = await db
    .selectFrom('displays')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  for (let tries = 0; tries < TRIES; tries++) {
    const code = newCode(random);
    const isFree = sql<SqlBool>`not exists (select from displays other where other.code = ${code})`;
    const again = await db
      .updateTable('displays')
      .set({ code, code_until: codeUntil(now) })
      .where('id', '=', displayId ?? 0)
      .where('kind', '=', kind)
      .where('paired_at', 'is', null)
      .where(isFree)
      .returning('id')
      .executeTakeFirst();
    if (again) return { id: again.id, code };
    if (count >= MOST && !(await deleteLongestWaiting(db, kind)))
      throw new AppError('conflict', `At most ${MOST} displays, please! Unpair one that is not used.`);
    const made = await db
      .insertInto('displays')
      .values({ kind, code, code_until: codeUntil(now), created_at: now })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'code']).where('code', 'is not', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) return { id: made.id, code };
  }
  throw new AppError('conflict', 'There is no free code at the moment. Please try again!');
};

/** Of two tills at once one gets it; undefined: no display shows this code, or not any more. */
export const pairByCode = (db: Db, code: string, memberId: number, now: Date) =>
  db
    .updateTable('displays')
    .set({ code: null, code_until: null, paired_at: now, paired_by: memberId })
    .where('code', '=', code)
    .where('code_until', '>', now)
    .returning(['id', 'kind'])
    .executeTakeFirst();

interface Word {
  shown: ShownCart | null;
  /** The page that says it, and which of its words it is; null of an older page. */
  from: string | null;
  order: number | null;
}

/** False where the same page has said something later already. Throws not-found unless a till is paired with it. */
export const saveShown = async (db: Db, id: number, { shown, from, order }: Word, now: Date): Promise<boolean> => {
  const paired = { id, kind: 'customer' } as const;
  const { numUpdatedRows } = await db
    .updateTable('displays')
    .set({ shown: shown && JSON.stringify(shown), shown_at: shown && now, shown_from: from, shown_order: order })
    .where((row) => row.and(paired))
    .where('paired_at', 'is not', null)
    .where(sql<SqlBool>`(shown_from = ${from} and shown_order >= ${order}) is not true`)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  const known = await db
    .selectFrom('displays')
    .select('id')
    .where((row) => row.and(paired))
    .where('paired_at', 'is not', null)
    .executeTakeFirst();
  if (!known) throw noSuch();
  return false;
};

/** A display with the store whose it is. */
export const getDisplayRow = async (db: Db, id: number, now: Date) => {
  const { rows } = await sql<{
    kind: DisplayKind;
    is_paired: boolean;
    paired_by: string | null;
    shown: ShownCart | null;
    name: string;
    image: string | null;
    currency: string;
  }>`
    select d.kind, d.paired_at is not null as is_paired, m.name as paired_by, s.store_name as name, s.image, s.currency,
      case when d.shown_at > ${now}::timestamptz - case when d.shown->'paid' = 'null' then ${SHOWN} else ${PAID_SHOWN} end then d.shown end as shown
    from displays d cross join store_settings s left join members m on m.id = d.paired_by
    where d.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw noSuch();
  return row;
};

export const findPairedDisplays = (db: Db) =>
  db
    .selectFrom('displays')
    .leftJoin('members', (join) =>
      join.onRef('members.tenant_id', '=', 'displays.tenant_id').onRef('members.id', '=', 'displays.paired_by'),
    )
    .select(['displays.id', 'kind', 'members.name as paired_by', 'paired_at'])
    .where('paired_at', 'is not', null)
    .orderBy('displays.id')
    .execute();

export const deleteDisplayRow = (db: Db, id: number) => db.deleteFrom('displays').where('id', '=', id).execute();
