import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Ticket } from '#contract/tickets.ts';
import { announceLostScreens } from '#server/features/stations/screens.queries.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';

/** More than a screen shows, and a bound for a station that nobody ever looks at. */
const AT_ONCE = 200;
const HOUR = 3_600_000; // ms
/** What nobody looked for in a day concerns nobody's hands any more. */
const SHOWN_HOURS = 24;

const tickets = (db: Db) =>
  db
    .selectFrom('tickets')
    .leftJoin('members', (join) => join.onRef('members.tenant_id', '=', 'tickets.tenant_id').onRef('members.id', '=', 'tickets.seen_by'))
    .select([
      'tickets.id as ticket_id',
      'order_id',
      'token_no',
      'station_id',
      'station_title',
      'kind',
      'lines',
      'table_title',
      'delivery_type',
      'tickets.created_at',
      'backup_at',
      'state',
      'seen_at',
      'members.name as seen_by',
    ])
    .orderBy('tickets.id');

type TicketRow = Awaited<ReturnType<ReturnType<typeof tickets>['execute']>>[number];

/** A ticket as the wire writes it. */
export const toWire = ({ backup_at: _, ...row }: TicketRow): Ticket => ({
  ...row,
  lines: row.lines as Ticket['lines'],
  created_at: row.created_at.toISOString(),
  seen_at: row.seen_at?.toISOString() ?? null,
});

/** All tickets of an order, oldest first. */
export const findTicketsOf = (db: Db, orderId: number) => tickets(db).where('order_id', '=', orderId).execute();

const since = (now: Date) => new Date(now.getTime() - SHOWN_HOURS * HOUR);

const isToMake = sql<boolean>`exists (
  select from order_lines l where l.order_id = tickets.order_id
    and (l.status in ('created', 'preparing') or l.cancelled_unseen_at is not null))`;
/** What a cook has on paper or was told needs no note once nothing of its order is to be made: a screen that is opened after a day would be full of them. */
const isStillToSee = sql<boolean>`(tickets.state not in ('printed', 'told') or ${isToMake})`;

/**
 * What a screen still has to acknowledge, also where paper came out first; of all stations, where none is named. Of more than fit, those of
 * orders that are to be made come first, and then the newest: a screen that was off for a shift must not miss what is ordered now.
 */
export const findTicketsToSee = async (db: Db, now: Date, stationId?: number) => {
  const found = await tickets(db)
    // each display asks for it at every announcement: planning it takes longer than its work
    .modifyFront(stationId === undefined ? sql`/* find_tickets_to_see */` : sql`/* find_tickets_of_station */`)
    .where('seen_at', 'is', null)
    .where('tickets.created_at', '>', since(now))
    .where(isStillToSee)
    // an array: the index has no older tickets of a station then, of which a kitchen that cooks from paper has many
    .where(
      stationId === undefined ? sql<boolean>`station_id = any(array(select id from stations))` : sql<boolean>`station_id = ${stationId}`,
    )
    .clearOrderBy()
    .orderBy(isToMake, 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(AT_ONCE)
    .execute();
  return found.toSorted((a, b) => a.ticket_id - b.ticket_id);
};

/** What nobody saw in time, no printer printed and nobody told; the newest, where a station that nobody looks at has more of them. */
export const findUnseen = async (db: Db, now: Date) => {
  const unseen = tickets(db).where('state', '=', 'unseen').where('tickets.created_at', '>', since(now));
  const found = await unseen.clearOrderBy().orderBy('tickets.id', 'desc').limit(AT_ONCE).execute();
  return found.toSorted((a, b) => a.ticket_id - b.ticket_id);
};

const noSuch = () => new AppError('not_found', 'This ticket does not exist!');

/** Throws not-found unless all are the tenant's; answers those that nobody had seen before. */
export const markSeen = async (db: Db, ids: number[], memberId: number, now: Date): Promise<number[]> => {
  if (ids.length === 0) return [];
  const seen = await db
    .updateTable('tickets')
    .set({ state: 'seen', seen_at: now, seen_by: memberId, check_at: null })
    .where(sql<boolean>`id = any(${ids})`)
    .where('seen_at', 'is', null)
    .returning('id')
    .execute();
  if (seen.length < ids.length) {
    const { count } = await db
      .selectFrom('tickets')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(sql<boolean>`id = any(${ids})`)
      .executeTakeFirstOrThrow();
    if (count < ids.length) throw noSuch();
  }
  return seen.map(({ id }) => id).toSorted((a, b) => a - b);
};

/** The ticket, locked until the commit. */
const lockTicket = async (db: Db, id: number) => {
  const ticket = await db
    .selectFrom('tickets')
    .select(['id', 'order_id', 'state'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!ticket) throw noSuch();
  return ticket;
};

/** Nobody has it any more, and its seconds start over; answers the order. */
export const markSentAgain = async (db: Db, id: number, now: Date): Promise<number> => {
  const { order_id: orderId } = await lockTicket(db, id);
  await sql`
    update tickets t set state = 'queued', seen_at = null, seen_by = null, told_at = null, told_by = null, backup_due_at = null,
      resends = t.resends + 1, check_at = ${now}::timestamptz + s.ack_seconds * interval '1 second',
      backup_at = ${now}::timestamptz + greatest(s.ack_seconds, 30) * interval '1 second'
    from stations s where t.id = ${id} and s.id = t.station_id`.execute(db);
  return orderId;
};

/** Somebody went there; what was seen or printed meanwhile stays that. Answers the order. */
export const markTold = async (db: Db, id: number, memberId: number, now: Date): Promise<number> => {
  const { order_id: orderId, state } = await lockTicket(db, id);
  if (state === 'queued' || state === 'unseen')
    await db.updateTable('tickets').set({ state: 'told', told_at: now, told_by: memberId, check_at: null }).where('id', '=', id).execute();
  return orderId;
};

/** As the worker: the tenants of which a ticket's seconds are over. */
const findTenantsDue = async (db: Db, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ tenant_id: number }>`
    /* tickets_due */ select distinct tenant_id from tickets where check_at <= ${now}::timestamptz`.execute(db);
  return rows.map((row) => row.tenant_id);
};

interface Due {
  id: number;
  station_id: number;
  is_alarm: boolean;
  is_backup: boolean;
}

/** Of each ticket whose seconds are over what is due: the alarm, then the backup. Of two nodes that look at once one finds it. */
const takeDue = async (db: Db, now: Date): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    with due as (select id, state from tickets where check_at <= ${now}::timestamptz order by id limit ${AT_ONCE} for update skip locked)
    update tickets t set state = 'unseen',
      check_at = case when t.backup_at > ${now} then t.backup_at end,
      backup_due_at = case when t.backup_at <= ${now} then ${now}::timestamptz end
    from due d where t.id = d.id
    returning t.id, t.station_id, d.state = 'queued' as is_alarm, t.backup_due_at is not null as is_backup`.execute(db);
  return rows.toSorted((a, b) => a.id - b.id);
};

interface Options {
  databases: Pick<Databases, 'readAcrossTenants' | 'asTenantInBackground'>;
  clock: Clock;
  /** Has the tenant's terminals told. */
  nudge: (tenantId: number) => void;
  /** In the transaction in which these tickets become due for their stations' backup printers. */
  onBackupDue?: (db: Db, ticketIds: number[], now: Date) => Promise<void>;
  /** Called for a tenant whose alarm failed; it keeps nobody else's. */
  onError: (error: unknown) => void;
  /** Asked between the tenants. */
  isStopping?: () => boolean;
}

/** Raises the alarm of every ticket whose seconds are over and of every display that fell silent, once, whichever of the nodes looks first (wire-2.md §5). */
export const raiseAlarms = async ({ databases, clock, nudge, onBackupDue, onError, isStopping = () => false }: Options): Promise<void> => {
  const now = clock();
  for (const tenantId of await databases.readAcrossTenants((db) => findTenantsDue(db, now)))
    try {
      if (isStopping()) return;
      await databases.asTenantInBackground(tenantId, async (db) => {
        const due = await takeDue(db, now);
        const backups = due.filter(({ is_backup }) => is_backup).map(({ id }) => id);
        if (backups.length > 0) await onBackupDue?.(db, backups, now);
        for (const { id, station_id, is_alarm } of due)
          if (is_alarm) await insertEvent(db, now, 'ticket_unseen', { ticketId: id, stationId: station_id });
      });
      nudge(tenantId);
    } catch (error) {
      onError(error);
    }
  await announceLostScreens({ databases, now, nudge, onError, isStopping });
};
