import type { Reply } from '#contract/endpoint.ts';
import {
  arrivalOf,
  CLASHES_SHOWN,
  type initReservations,
  type Reservation,
  type ReservationStatus,
  SITTING_MINUTES,
} from '#contract/reservations.ts';
import { wallOf } from '#web/platform/store-clock.ts';

export type Store = Reply<typeof initReservations>;

export const statusTitles: Record<ReservationStatus, string> = { booked: 'Booked', paid: 'Paid', cancelled: 'Cancelled' };

/** An erased customer has no name any more, and the reservation stays. */
export const nameOf = ({ customer_name, customer_id }: Pick<Reservation, 'customer_name' | 'customer_id'>): string =>
  customer_name ?? customer_id ?? 'Erased customer';

export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** '10 reservations · 34 guests'; whoever cancelled, or did not come, is none of them. */
export const coversText = (reservations: readonly Pick<Reservation, 'status' | 'people_count' | 'no_show_at'>[]): string => {
  const booked = reservations.filter(({ status }) => status !== 'cancelled');
  const coming = booked.filter(({ no_show_at }) => !no_show_at);
  const guests = coming.reduce((sum, { people_count }) => sum + people_count, 0);
  const cancelled = reservations.length - booked.length;
  const noShows = booked.length - coming.length;
  return [
    coming.length === 1 ? '1 reservation' : `${coming.length} reservations`,
    guests === 1 ? '1 guest' : `${guests} guests`,
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
    ...(noShows > 0 ? [noShows === 1 ? '1 no-show' : `${noShows} no-shows`] : []),
  ].join(' · ');
};

/** True when the guests have come and gone: their sitting is over. */
export const isOver = ({ date }: Pick<Reservation, 'date'>, now: number): boolean => Date.parse(date) < now - SITTING_MINUTES * 60_000;

const MINUTE = 60_000; // ms
const EARLY = 60 * MINUTE; // before which nobody stands at the door
const LATE = 15 * MINUTE;

/** Whether somebody at the door may say what became of it: from an hour before its time on. What was paid and is over needs no word. */
export const isAtDoor = (reservation: Reservation, now: number): boolean => {
  if (reservation.status === 'cancelled') return false;
  if (arrivalOf(reservation) !== 'expected') return true;
  return Date.parse(reservation.date) - EARLY <= now && (reservation.status === 'booked' || !isOver(reservation, now));
};

/** '25 min late', while guests are expected and their sitting is not over. */
export const lateText = (reservation: Reservation, now: number): string | undefined => {
  const late = now - Date.parse(reservation.date);
  const isExpected = reservation.status !== 'cancelled' && arrivalOf(reservation) === 'expected';
  return isExpected && late >= LATE && !isOver(reservation, now) ? `${Math.floor(late / MINUTE)} min late` : undefined;
};

/** 'Bob (5) at 20:30, Ada (2) at 21:00'; with an ellipsis where there may be more. */
export const clashesText = (clashes: Reservation['clashes'], timezone: string): string =>
  clashes
    .map((clash) => `${clash.customer_name ?? 'Erased customer'} (${clash.people_count}) at ${wallOf(clash.date, timezone).time}`)
    .concat(clashes.length >= CLASHES_SHOWN ? ['…'] : [])
    .join(', ');
