import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { added, done, id, instant, INVALID, optional, optionalId, optionalText, pathId, requiredText, text, wordOr } from './fields.ts';
import { allPeriods, periodQuery } from './period.ts';
import { storeTable } from './tables.ts';

export const reservationStatuses = ['booked', 'paid', 'cancelled'] as const;
export type ReservationStatus = (typeof reservationStatuses)[number];

/** What became of a booking at the door, beside its status. */
export const arrivals = ['expected', 'arrived', 'no_show'] as const;
export type Arrival = (typeof arrivals)[number];

/** Two bookings of one table that lie nearer than this to each other may be too many. */
export const SITTING_MINUTES = 90;
/** So many of them are told of one booking; the earliest. */
export const CLASHES_SHOWN = 5;
/** So many a period shows; the earliest. */
export const RESERVATIONS_SHOWN = 2000;
export const RESERVATION_NOTES_MAX = 100; // part-2 §9
const MOST_PEOPLE = 10_000;

const read = ['RESERVATIONS', 'VIEW_RESERVATIONS', 'MANAGE_RESERVATIONS'] as const;
const write = ['RESERVATIONS', 'MANAGE_RESERVATIONS'] as const;

/** An instant, or a browser's zoneless text, which the server reads in the store's time zone (wire.md §1). */
const date = requiredText(40, 'Please select date & time!');

/** Forms send texts, programs send numbers; null and an empty text clear it: 0 is a value (wire.md §1). */
const peopleCount = z
  .union(
    [
      z.number(INVALID),
      z.literal(''),
      z.null(),
      z
        .string(INVALID)
        .trim()
        .regex(/^\d{1,9}$/, INVALID),
    ],
    INVALID,
  )
  .transform((value) => Number(value ?? 0))
  .pipe(z.int(INVALID).min(0, INVALID).max(MOST_PEOPLE, INVALID))
  .optional();

const customerId = requiredText(20, 'Please select customer!');
const details = { date, tableId: optionalId, notes: optionalText(RESERVATION_NOTES_MAX), peopleCount };

/** Another booking of the same table, too near in time. */
const clash = z.object({ id, date: instant, customer_name: z.string().nullable(), people_count: z.number() });

export const reservation = z.object({
  id,
  /** the customer's phone; null once the customer is erased */
  customer_id: z.string().nullable(),
  customer_name: z.string().nullable(),
  date: instant,
  table_id: id.nullable(),
  table_title: z.string().nullable(),
  status: z.enum(reservationStatuses),
  notes: z.string().nullable(),
  people_count: z.number(),
  unique_code: z.string(),
  created_at: instant,
  updated_at: instant.nullable(),
  /** when the guests came, or were given up; never both, and left out by older servers */
  arrived_at: instant.nullish(),
  no_show_at: instant.nullish(),
});

/** 'expected' until somebody says what became of it. */
export const arrivalOf = ({ arrived_at, no_show_at }: { arrived_at?: unknown; no_show_at?: unknown }): Arrival => {
  if (arrived_at) return 'arrived';
  return no_show_at ? 'no_show' : 'expected';
};

export const listedReservation = reservation.extend({
  clashes: z.array(clash),
  /** what the house should know of the guest; left out by older servers */
  customer_notes: z.string().nullish(),
});
export type Reservation = z.output<typeof listedReservation>;

export const initReservations = endpoint({
  method: 'GET',
  path: '/reservations/init',
  summary: 'The tables to choose from, and the clock of the store',
  access: read,
  reply: z.object({ storeTables: z.array(storeTable), timezone: z.string(), dayStart: z.string() }),
});

export const listReservations = endpoint({
  method: 'GET',
  path: '/reservations',
  summary: `The reservations of a period, by time; ${RESERVATIONS_SHOWN} rows`,
  access: read,
  query: periodQuery(allPeriods),
  reply: z.array(listedReservation),
});

export const searchReservations = endpoint({
  method: 'GET',
  path: '/reservations/search',
  summary: 'Reservations by part of a name, phone or exact code, those to come first, by nearness, then those past; 50 rows',
  access: read,
  query: z.object({ q: text(100).default('') }),
  reply: z.array(listedReservation),
});

export const listClashes = endpoint({
  method: 'GET',
  path: '/reservations/clashes',
  summary: `Bookings of a table within ${SITTING_MINUTES} minutes of a time, for a warning before saving; ${CLASHES_SHOWN} rows`,
  access: read,
  query: z.object({ tableId: pathId, date, except: pathId.optional() }),
  reply: z.array(clash),
});

export const addReservation = endpoint({
  method: 'POST',
  path: '/reservations/add',
  summary: 'Book a table for a customer',
  access: write,
  body: z.object({
    customerId,
    ...details,
    status: wordOr(reservationStatuses, 'booked'),
  }),
  reply: added.extend({ reservationId: id, uniqueCode: z.string() }),
});

export const updateReservation = endpoint({
  method: 'POST',
  path: '/reservations/update/:id',
  summary: 'Change a reservation; what is left out keeps its value',
  access: write,
  params: z.object({ id: pathId }),
  body: edited(z.object({ customerId: customerId.optional(), ...details, status: optional(z.enum(reservationStatuses, INVALID)) })),
  reply: done,
});

export const markArrival = endpoint({
  method: 'POST',
  path: '/reservations/arrival/:id',
  summary: 'Say that the guests arrived, or, once their time has come, that they did not; expected takes it back. Once is enough',
  access: write,
  params: z.object({ id: pathId }),
  body: edited(z.object({ arrival: z.enum(arrivals, INVALID) })),
  reply: done,
});

export const restoreReservation = endpoint({
  method: 'POST',
  path: '/reservations/restore/:id',
  summary: 'Take back a deletion of the last hour. The notes come from whoever deleted it: nothing else keeps them',
  access: write,
  params: z.object({ id: pathId }),
  body: z.object({ notes: optionalText(RESERVATION_NOTES_MAX) }),
  reply: done,
});

export const deleteReservation = endpoint({
  method: 'DELETE',
  path: '/reservations/delete/:id',
  summary: 'Delete a reservation',
  access: write,
  params: z.object({ id: pathId }),
  reply: done,
});
