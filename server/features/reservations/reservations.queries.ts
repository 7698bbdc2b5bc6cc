import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { addDays, type DateRange } from '#contract/periods.ts';
import { CLASHES_SHOWN, RESERVATIONS_SHOWN, SITTING_MINUTES, type ReservationStatus } from '#contract/reservations.ts';
import { idsLike } from '#server/features/customers/customers.queries.ts';
import { spellingsOf } from '#server/features/customers/customers.rules.ts';
import { businessDayBounds, type StoreClock } from '#server/platform/business-day.ts';
import { type Db, explainConstraint } from '#server/platform/database/database.ts';

const SEARCH_ROWS = 50;
const CLOCKS_APART = 3; // days: 26 hours of zones, and 24 of day starts
const SITTING = sql.lit(`${SITTING_MINUTES} minutes`);

/** True of a booking that nobody has given up. One that was given up and then moved to later by a release before 0151 is expected again. */
const isExpected = (of: string): RawBuilder<boolean> => {
  const [missed, date] = [sql.ref(`${of}.no_show_at`), sql.ref(`${of}.date`)];
  return sql`(${missed} is null or ${missed} < ${date})`;
};

const reservations = (db: Db) =>
  db
    .selectFrom('reservations')
    .innerJoin('customers', (join) =>
      join.onRef('customers.tenant_id', '=', 'reservations.tenant_id').onRef('customers.id', '=', 'reservations.customer_id'),
    )
    .leftJoin('store_tables', (join) =>
      join.onRef('store_tables.tenant_id', '=', 'reservations.tenant_id').onRef('store_tables.id', '=', 'reservations.table_id'),
    )
    .select([
      'reservations.id',
      // the wire's customer id is the phone (cases.md N10)
      'customers.phone as customer_id',
      'customers.name as customer_name',
      'customers.notes as customer_notes',
      'reservations.date',
      'reservations.table_id',
      'store_tables.title as table_title',
      'reservations.status',
      'reservations.notes',
      'reservations.people_count',
      'reservations.unique_code',
      'reservations.created_at',
      'reservations.updated_at',
      'reservations.arrived_at',
      'reservations.no_show_at',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof reservations>['execute']>>[number];

export const onWire = ({ date, created_at, updated_at, arrived_at, no_show_at, ...row }: Row) => ({
  ...row,
  date: date.toISOString(),
  created_at: created_at.toISOString(),
  updated_at: updated_at?.toISOString() ?? null,
  arrived_at: arrived_at?.toISOString() ?? null,
  no_show_at: no_show_at?.toISOString() ?? null,
});

/** The reservations of these business days, by time: the days of the store's present clock, also of what was booked under another one. */
export const findReservations = (db: Db, { from, to }: DateRange, clock: StoreClock) =>
  reservations(db)
    .where('reservations.date', '>=', businessDayBounds(from, clock).start)
    .where('reservations.date', '<', businessDayBounds(to, clock).end)
    // by the index; no two clocks are further apart
    .where('business_date', '>=', addDays(from, -CLOCKS_APART))
    .where('business_date', '<=', addDays(to, CLOCKS_APART))
    .orderBy('reservations.date')
    .orderBy('reservations.id')
    .limit(RESERVATIONS_SHOWN)
    .execute();

/** How often a customer was expected in vain. */
export const findNoShows = async (db: Db, customerId: number): Promise<number> => {
  const { no_shows } = await db
    .selectFrom('reservations')
    .select(({ fn }) => fn.countAll<number>().as('no_shows'))
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'cancelled')
    .where(sql<boolean>`not ${isExpected('reservations')}`)
    .executeTakeFirstOrThrow();
  return no_shows;
};

const COMING = 20;

/** What a customer is expected for, the next first; who should have come a sitting ago is not expected any more. */
export const findComingReservationsOf = (db: Db, customerId: number, now: Date) =>
  reservations(db)
    .where('reservations.customer_id', '=', customerId)
    .where('reservations.date', '>', sql<Date>`${now}::timestamptz - ${SITTING}::interval`)
    .where('reservations.status', '<>', 'cancelled')
    .where('reservations.arrived_at', 'is', null)
    .where(isExpected('reservations'))
    .orderBy('reservations.date')
    .orderBy('reservations.id')
    .limit(COMING)
    .execute();

/** All that a customer has booked, latest first. */
export const findReservationsOf = (db: Db, customerId: number) =>
  reservations(db).where('reservations.customer_id', '=', customerId).orderBy('reservations.date', 'desc').execute();

const SEARCHED_CUSTOMERS = 100_000;

/** The reservations nearest to now, those that come first, then what is past, latest first: with this code, or of customers with what this text may stand for in name or phone; every character is taken literally. */
export const findReservationsLike = (db: Db, text: string, now: Date) =>
  reservations(db)
    .where(
      sql<boolean>`reservations.id in (
        select r.id from reservations r where r.unique_code = ${text.toUpperCase()}
        union
        select r.id from reservations r where r.customer_id in (${idsLike(['name', 'phone'], spellingsOf(text), SEARCHED_CUSTOMERS)}))`,
    )
    // whoever has sat down a moment ago is still looked for
    .orderBy(sql`reservations.date < ${now}::timestamptz - ${SITTING}::interval`)
    .orderBy(sql`abs(extract(epoch from reservations.date - ${now}::timestamptz))`)
    .orderBy('reservations.id', 'desc')
    .limit(SEARCH_ROWS)
    .execute();

interface Clash {
  id: number;
  date: Date;
  customer_name: string | null;
  people_count: number;
}
const clashOnWire = ({ id, date, customer_name, people_count }: Clash) => ({ id, date: date.toISOString(), customer_name, people_count });

/** The rows with what else stands at their table within a sitting. */
export const withClashes = async (db: Db, rows: Row[]) => {
  const ids = rows.map(({ id }) => id);
  const { rows: clashes } = await sql<Clash & { of: number }>`
    select r.id as of, o.id, o.date, c.name as customer_name, o.people_count
    from reservations r
    cross join lateral (
      select o.tenant_id, o.id, o.date, o.customer_id, o.people_count from reservations o
      where o.tenant_id = r.tenant_id and o.table_id = r.table_id and o.id <> r.id and o.status <> 'cancelled' and ${isExpected('o')}
        and o.date > r.date - ${SITTING}::interval and o.date < r.date + ${SITTING}::interval
      -- as the index has them: with the id beside it each would sort all of its time
      order by o.date limit ${sql.lit(CLASHES_SHOWN)}) o
    join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    where r.id = any(${ids}) and r.status <> 'cancelled' and ${isExpected('r')}
    order by o.date, o.id`.execute(db);
  const clashesOf = Map.groupBy(clashes, (clash) => clash.of);
  return rows.map((row) => ({ ...onWire(row), clashes: (clashesOf.get(row.id) ?? []).map(clashOnWire) }));
};

/** What stands at a table within a sitting of a time, save the reservation that is being changed. */
export const findClashes = async (db: Db, { tableId, date, except }: { tableId: number; date: Date; except: number | undefined }) => {
  const { rows } = await sql<Clash>`
    select o.id, o.date, c.name as customer_name, o.people_count
    from reservations o
    join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    where o.table_id = ${tableId} and o.status <> 'cancelled' and ${isExpected('o')} and o.id <> ${except ?? 0}
      and o.date > ${date}::timestamptz - ${SITTING}::interval and o.date < ${date}::timestamptz + ${SITTING}::interval
    order by o.date, o.id limit ${sql.lit(CLASHES_SHOWN)}`.execute(db);
  return rows.map(clashOnWire);
};

const noTable = () => new AppError('not_found', 'This table does not exist!');

/** Throws not-found for a table that is not there any more: it can be kept, but not chosen. */
export const assertTable = async (db: Db, id: number): Promise<void> => {
  const table = await db.selectFrom('store_tables').select('id').where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst();
  if (!table) throw noTable();
};

/** The reservation as it stands, locked until the commit. */
export const getReservationToChange = async (db: Db, id: number) => {
  const row = await db
    .selectFrom('reservations')
    .select(['id', 'customer_id', 'table_id', 'date', 'people_count', 'status', 'notes', 'unique_code', 'business_date', 'created_at'])
    .select(['arrived_at', 'no_show_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('not_found', 'This reservation does not exist!');
  return row;
};

/** What the wire calls a customer by; null once erased. */
export const findPhone = async (db: Db, customerId: number): Promise<string | null> => {
  const { phone } = await db.selectFrom('customers').select('phone').where('id', '=', customerId).executeTakeFirstOrThrow();
  return phone;
};

interface ReservationValues {
  customer_id: number;
  date: Date;
  business_date: string;
  table_id: number | null;
  status: ReservationStatus;
  notes: string | null;
  people_count: number;
  arrived_at?: Date | null;
  no_show_at?: Date | null;
}

export const insertReservation = (db: Db, values: ReservationValues & { unique_code: string; created_at: Date }): Promise<{ id: number }> =>
  db
    .insertInto('reservations')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainConstraint({ reservations_table: noTable() }));

export const updateReservationRow = (db: Db, id: number, values: Partial<ReservationValues> & { updated_at: Date }) =>
  db
    .updateTable('reservations')
    .set(values)
    .where('id', '=', id)
    .execute()
    .catch(explainConstraint({ reservations_table: noTable() }));

export const deleteReservationRow = (db: Db, id: number) => db.deleteFrom('reservations').where('id', '=', id).execute();

/**
 * Stores a deleted reservation again, with its number and code, by the audit of its deletion since then; false when there is none, or when
 * the guest was erased meanwhile.
 */
export const restoreReservationRow = async (
  db: Db,
  id: number,
  { notes, since, now }: { notes: string | null; since: Date; now: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into reservations
      (id, unique_code, customer_id, table_id, date, business_date, people_count, status, notes, created_at, updated_at, arrived_at, no_show_at)
    overriding system value
    select ${id}, d.unique_code, c.id, d.table_id, d.date, d.business_date, d.people_count, d.status, ${notes}, d.created_at, ${now}, d.arrived_at, d.no_show_at
    from (select before from audit_log where entity = 'reservations' and entity_id = ${id} and action = 'delete' and at >= ${since}
        order by id desc limit 1) as deletion,
      jsonb_to_record(before) as d (unique_code text, customer_id bigint, table_id bigint, date timestamptz, business_date date,
        people_count integer, status text, created_at timestamptz, arrived_at timestamptz, no_show_at timestamptz)
    join customers c on c.id = d.customer_id and c.erased_at is null
    where d.business_date is not null
    for share of c
    on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
};
