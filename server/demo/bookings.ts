import type { ReservationStatus } from '#contract/reservations.ts';
import { businessDateOf, parseLocalDateTime, type StoreClock } from '#server/platform/business-day.ts';
import { openChance } from './chance.ts';

interface Table {
  id: number;
  seating_capacity: number;
}
interface Booking {
  /** index into the customers */
  customer: number;
  table_id: number | null;
  date: Date;
  business_date: string;
  people_count: number;
  status: ReservationStatus;
  notes: string | null;
}

const DAY = 24 * 60 * 60 * 1000; // ms
const [BACK, AHEAD] = [3, 9]; // days
const times = ['12:00', '12:30', '13:00', '18:30', '19:00', '19:00', '19:30', '20:00', '20:30', '21:15'];
const wishes = [
  'Window table, please',
  'Birthday: bring the cake after the mains',
  'One high chair',
  'Nut allergy',
  'Quiet corner',
  null,
  null,
  null,
];

/** Makes up who has booked in the days around `now`: two of them at one table too near to each other. */
export const imagineBookings = (now: Date, clock: StoreClock, tables: readonly Table[], customerCount: number): Booking[] => {
  const chance = openChance(1926);
  const bookings: Booking[] = [];
  for (let day = -BACK; day <= AHEAD; day++) {
    const at = new Date(now.getTime() + day * DAY);
    const wanted = times.filter(() => chance.isLikely(day === 0 ? 0.8 : 0.5));
    const free = new Set(tables);
    for (const time of wanted) {
      const date = parseLocalDateTime(`${businessDateOf(at, clock)}T${time}`, clock.timezone)!;
      const people = chance.pick([2, 2, 2, 3, 4, 4, 5, 6]);
      const table = [...free].find(({ seating_capacity }) => seating_capacity >= people);
      if (table) free.delete(table);
      bookings.push({
        customer: chance.whole(0, customerCount - 1),
        table_id: table?.id ?? null,
        date,
        business_date: businessDateOf(date, clock),
        people_count: people,
        status: chance.isLikely(0.08) ? 'cancelled' : date < now ? 'paid' : 'booked',
        notes: chance.pick(wishes),
      });
    }
    const first = bookings.findLast(({ business_date, table_id }) => business_date === businessDateOf(at, clock) && table_id !== null);
    if (day === 0 && first) {
      const date = new Date(first.date.getTime() + 45 * 60_000);
      bookings.push({ ...first, customer: (first.customer + 7) % customerCount, date, status: 'booked', notes: null });
    }
  }
  return bookings;
};
