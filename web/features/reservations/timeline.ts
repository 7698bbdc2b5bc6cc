import { groupBy } from '#contract/group-by.ts';
import { type Reservation, SITTING_MINUTES } from '#contract/reservations.ts';
import { wallOf } from '#web/platform/store-clock.ts';
import type { Store } from './names.ts';

const HOUR = 60; // minutes
const DAY = 24 * HOUR;
const USUAL = [11 * HOUR, 23 * HOUR] as const;

interface Block {
  reservation: Reservation;
  /** minutes since the day's midnight, on the wall of the store */
  start: number;
  /** below which others of its table it stands, when they overlap */
  lane: number;
}

interface Timeline {
  /** whole hours, in minutes since midnight; after the next midnight they go on above 24 hours */
  from: number;
  to: number;
  /** when the first booking begins */
  first: number | undefined;
  rows: { id: number | null; title: string; floor: string; seats: number; lanes: number; blocks: Block[] }[];
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * HOUR + Number(time.slice(3, 5));

/** 'HH:MM' of minutes that may have passed midnight. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor((minutes % DAY) / HOUR)).padStart(2, '0')}:${String(minutes % HOUR).padStart(2, '0')}`;

/** Minutes since a day's midnight, on the wall of the store; after the next midnight they go on above 24 hours. */
export const minutesAt = (instant: string | number, day: string, timezone: string): number => {
  const wall = wallOf(instant, timezone);
  return minutesOf(wall.time) + (wall.date > day ? DAY : 0);
};

/** One row for each table, with what is booked there on a day; cancelled ones leave the table free. Tables that are gone stay while they are booked. */
export const timelineOf = (day: string, reservations: readonly Reservation[], { storeTables, timezone }: Store): Timeline => {
  const blocks = reservations
    .filter(({ status }) => status !== 'cancelled')
    .map((reservation) => ({ reservation, start: minutesAt(reservation.date, day, timezone), lane: 0 }))
    .sort((a, b) => a.start - b.start);
  const atTable = groupBy(blocks, ({ reservation }) => reservation.table_id);
  const known = new Set(storeTables.map(({ id }) => id));
  const tables = [
    ...storeTables.map(({ id, table_title, floor, seating_capacity }) => ({ id, title: table_title, floor, seats: seating_capacity })),
    ...[...atTable]
      .filter(([id]) => id === null || !known.has(id))
      .map(([id, [first]]) => ({ id, title: first?.reservation.table_title ?? 'No table', floor: '-', seats: 0 })),
  ];
  const rows = tables.map((table) => {
    const ends: number[] = [];
    const own = (atTable.get(table.id) ?? []).map((block) => {
      const free = ends.findIndex((end) => end <= block.start);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = block.start + SITTING_MINUTES;
      return { ...block, lane };
    });
    return { ...table, lanes: Math.max(1, ends.length), blocks: own };
  });
  const starts = blocks.map(({ start }) => start);
  return {
    from: Math.floor(Math.min(USUAL[0], ...starts) / HOUR) * HOUR,
    to: Math.ceil(Math.max(USUAL[1], ...starts.map((start) => start + SITTING_MINUTES)) / HOUR) * HOUR,
    first: starts[0],
    rows,
  };
};
