import { sql } from 'kysely';
import type { Ticket } from '#contract/tickets.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Those of the lines that a station was told of. */
export const idsWithStation = (lines: readonly { id: number; station_id: number | null }[]): number[] =>
  lines.filter(({ station_id }) => station_id !== null).map(({ id }) => id);

/**
 * Tells the stations of these lines what happened to all of each, in the transaction of the change (db/functions/make_tickets.sql).
 */
export const makeTickets = async (db: Db, kind: Ticket['kind'], lineIds: number[], now: Date): Promise<void> => {
  if (lineIds.length === 0) return;
  await sql`select make_tickets((select current_tenant()), ${kind}, ${lineIds}::bigint[], ${now}::timestamptz)`.execute(db);
};

/** The table of these lines has changed: who still makes or hands them out learns of it. */
export const makeMoveTickets = (db: Db, lines: readonly { id: number; status: string; station_id: number | null }[], now: Date) =>
  makeTickets(db, 'move', idsWithStation(lines.filter(({ status }) => status !== 'cancelled' && status !== 'delivered')), now);
