import { DELETED_KEPT } from '#contract/deleted.ts';
import { AppError } from '#contract/errors.ts';
import { rangeOf } from '#contract/periods.ts';
import {
  addReservation,
  type Arrival,
  arrivalOf,
  deleteReservation,
  initReservations,
  listClashes,
  listReservations,
  markArrival,
  restoreReservation,
  searchReservations,
  updateReservation,
} from '#contract/reservations.ts';
import { getCustomerToReferTo } from '#server/features/customers/customers.queries.ts';
import { getStoreClock } from '#server/features/orders/orders.queries.ts';
import { findTables } from '#server/features/tables/tables.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { businessDateOf, parseLocalDateTime, type StoreClock } from '#server/platform/business-day.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import {
  assertTable,
  deleteReservationRow,
  findClashes,
  findReservations,
  findReservationsLike,
  findPhone,
  getReservationToChange,
  insertReservation,
  restoreReservationRow,
  updateReservationRow,
  withClashes,
} from './reservations.queries.ts';
import { isExpectedAgain, newCode } from './reservations.rules.ts';

const entity = 'reservations';

const arrivalMessages: Record<Arrival, string> = {
  expected: 'The guests are expected.',
  arrived: 'The guests have arrived.',
  no_show: 'Marked as a no-show.',
};

/** What the audit keeps: it outlives an erased guest, of whom the notes may tell (cases.md D10). */
const told = ({ notes: _, ...values }: object & { notes?: string | null }) => values;

/** When a reservation is, and the business day that it belongs to; a text without a zone is read on the store's clock. */
const readTime = (text: string, clock: StoreClock) => {
  const date = parseLocalDateTime(text, clock.timezone);
  if (!date) throw new AppError('invalid_input', 'Please select date & time!');
  return { date, businessDate: businessDateOf(date, clock) };
};

export const reservationsRoutes = [
  handle(initReservations, async (_, { db }) => ({ storeTables: await findTables(db), ...(await getStoreClock(db)) })),

  handle(listReservations, async ({ query: { type, from, to } }, { db, now }) => {
    const clock = await getStoreClock(db);
    const range = rangeOf(type, businessDateOf(now, clock), { from, to });
    return withClashes(db, await findReservations(db, range, clock));
  }),

  handle(searchReservations, async ({ query: { q } }, { db, now }) =>
    q === '' ? [] : withClashes(db, await findReservationsLike(db, q, now)),
  ),

  handle(listClashes, async ({ query: { tableId, date, except } }, { db }) =>
    findClashes(db, { tableId, date: readTime(date, await getStoreClock(db)).date, except }),
  ),

  handle(addReservation, async ({ body }, context) => {
    const { db, now, random } = context;
    const { date, businessDate } = readTime(body.date, await getStoreClock(db));
    const customer = await getCustomerToReferTo(db, body.customerId);
    if (body.tableId) await assertTable(db, body.tableId);
    const values = {
      customer_id: customer.id,
      unique_code: newCode(random),
      date,
      business_date: businessDate,
      table_id: body.tableId ?? null,
      status: body.status,
      notes: body.notes ?? null,
      people_count: body.peopleCount ?? 0,
    };
    const { id } = await insertReservation(db, { ...values, created_at: now });
    await insertAudit(context, { action: 'add', entity, entityId: id, after: told(values) });
    await insertEvent(db, now, 'reservation_update', { reservationId: id });
    return { message: 'Reservation added.', id, reservationId: id, uniqueCode: values.unique_code };
  }),

  handle(updateReservation, async ({ params: { id }, body }, context) => {
    const { db, now } = context;
    const clock = await getStoreClock(db);
    const before = await getReservationToChange(db, id);
    const { basedOn } = body;
    const given = {
      ...body,
      date: readTime(body.date, clock).date,
      basedOn: basedOn && { ...basedOn, date: basedOn.date === undefined ? undefined : parseLocalDateTime(basedOn.date, clock.timezone) },
    };
    const present = {
      customerId: await findPhone(db, before.customer_id),
      date: before.date,
      tableId: before.table_id,
      status: before.status,
      notes: before.notes,
      peopleCount: before.people_count,
    };
    const after = await mergedOfRow(context, { given, present }, entity, id);
    // the customer that it has may have been erased meanwhile
    const isOther = after.customerId !== null && after.customerId !== present.customerId;
    // the table that it has may have been deleted meanwhile
    if (after.tableId && after.tableId !== before.table_id) await assertTable(db, after.tableId);
    const moved = { date: after.date, business_date: businessDateOf(after.date, clock) };
    const values = {
      ...moved,
      customer_id: isOther ? (await getCustomerToReferTo(db, after.customerId!)).id : before.customer_id,
      table_id: after.tableId,
      status: after.status,
      notes: after.notes,
      people_count: after.peopleCount,
      // by the store's present clock: it may have been booked under another one
      ...(isExpectedAgain({ ...before, business_date: businessDateOf(before.date, clock) }, moved, now) && {
        arrived_at: null,
        no_show_at: null,
      }),
    };
    await updateReservationRow(db, id, { ...values, updated_at: now });
    await insertAudit(context, { action: 'update', entity, entityId: id, before: told(before), after: told(values) });
    await insertEvent(db, now, 'reservation_update', { reservationId: id });
    return { message: 'Reservation updated.' };
  }),

  handle(markArrival, async ({ params: { id }, body }, context) => {
    const { db, now } = context;
    const before = await getReservationToChange(db, id);
    const present = { arrival: arrivalOf(before) };
    const after = await mergedOfRow(context, { given: body, present }, entity, id);
    const reply = { message: arrivalMessages[after.arrival] };
    if (after.arrival === present.arrival) return reply;
    if (after.arrival !== 'expected' && before.status === 'cancelled') throw new AppError('conflict', 'This reservation was cancelled!');
    if (after.arrival === 'no_show' && now < before.date) throw new AppError('conflict', 'The time of this reservation has not come yet!');
    await updateReservationRow(db, id, {
      arrived_at: after.arrival === 'arrived' ? now : null,
      no_show_at: after.arrival === 'no_show' ? now : null,
      updated_at: now,
    });
    await insertAudit(context, { action: 'arrival', entity, entityId: id, before: present, after });
    await insertEvent(db, now, 'reservation_update', { reservationId: id });
    return reply;
  }),

  handle(deleteReservation, async ({ params: { id } }, context) => {
    const { db, now } = context;
    const before = await getReservationToChange(db, id);
    await deleteReservationRow(db, id);
    await insertAudit(context, { action: 'delete', entity, entityId: id, before: told(before) });
    await insertEvent(db, now, 'reservation_update', { reservationId: id });
    return { message: 'Reservation deleted.' };
  }),

  handle(restoreReservation, async ({ params: { id }, body: { notes = null } }, context) => {
    const { db, now } = context;
    const isBack = await restoreReservationRow(db, id, { notes, since: new Date(now.getTime() - DELETED_KEPT), now });
    if (!isBack) throw new AppError('not_found', 'This cannot be taken back any more!');
    await insertAudit(context, { action: 'restore', entity, entityId: id });
    await insertEvent(db, now, 'reservation_update', { reservationId: id });
    return { message: 'The reservation is back.' };
  }),
];
