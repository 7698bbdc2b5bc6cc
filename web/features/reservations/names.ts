import type { Reply } from '#contract/endpoint.ts';
import type { initReservations, Reservation } from '#contract/reservations.ts';
import { wallOf } from '#web/platform/store-clock.ts';

export type Store = Reply<typeof initReservations>;

/** An erased customer has no name any more, and the reservation stays. */
export const nameOf = ({ customer_name, customer_id }: Pick<Reservation, 'customer_name' | 'customer_id'>): string =>
  customer_name ?? customer_id ?? 'Erased customer';

export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** 'Bob (5) at 20:30' */
export const clashText = (clash: Reservation['clashes'][number], timezone: string): string =>
  `${clash.customer_name ?? 'Erased customer'} (${clash.people_count}) at ${wallOf(clash.date, timezone).time}`;
