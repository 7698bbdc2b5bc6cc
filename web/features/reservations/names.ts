import type { Reply } from '#contract/endpoint.ts';
import { type initReservations, type Reservation, type ReservationStatus, SITTING_MINUTES } from '#contract/reservations.ts';
import { wallOf } from '#web/platform/store-clock.ts';

export type Store = Reply<typeof initReservations>;

export const statusTitles: Record<ReservationStatus, string> = { booked: 'Booked', paid: 'Paid', cancelled: 'Cancelled' };

/** An erased customer has no name any more, and the reservation stays. */
export const nameOf = ({ customer_name, customer_id }: Pick<Reservation, 'customer_name' | 'customer_id'>): string =>
  customer_name ?? customer_id ?? 'Erased customer';

export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** '10 reservations · 34 guests'; whoever cancelled does not come. */
export const coversText = (reservations: readonly Pick<Reservation, 'status' | 'people_count'>[]): string => {
  const coming = reservations.filter(({ status }) => status !== 'cancelled');
  const guests = coming.reduce((sum, { people_count }) => sum + people_count, 0);
  const cancelled = reservations.length - coming.length;
  return [
    coming.length === 1 ? '1 reservation' : `${coming.length} reservations`,
    guests === 1 ? '1 guest' : `${guests} guests`,
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ].join(' · ');
};

/** True when the guests have come and gone: their sitting is over. */
export const isOver = ({ date }: Pick<Reservation, 'date'>, now: number): boolean => Date.parse(date) < now - SITTING_MINUTES * 60_000;

/** 'Bob (5) at 20:30' */
export const clashText = (clash: Reservation['clashes'][number], timezone: string): string =>
  `${clash.customer_name ?? 'Erased customer'} (${clash.people_count}) at ${wallOf(clash.date, timezone).time}`;
