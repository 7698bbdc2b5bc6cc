import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CallInput } from '#contract/endpoint.ts';
import { type Arrival, arrivalOf, listReservations, markArrival, type Reservation, searchReservations } from '#contract/reservations.ts';
import { useAction } from '#web/platform/api.ts';
import { useOptimistic } from '#web/platform/mutations.ts';
import { serverNow } from '#web/platform/server-clock.ts';

interface Arrivals {
  /** Says what became of a booking, at once; a refusal brings back what is stored. */
  mark: (reservation: Reservation, arrival: Arrival) => void;
  /** The bookings as they were touched, over what the server knows of them so far. */
  touched: (rows: Reservation[]) => Reservation[];
}

const asked = [markArrival];
const lists = [listReservations, searchReservations];

const apply = (rows: Reservation[], { params, body: { arrival } }: CallInput<typeof markArrival>): Reservation[] =>
  rows.map((row) => {
    if (String(row.id) !== params.id || arrivalOf(row) === arrival) return row;
    const now = new Date(serverNow()).toISOString();
    return { ...row, arrived_at: arrival === 'arrived' ? now : null, no_show_at: arrival === 'no_show' ? now : null };
  });

export const useArrival = (): Arrivals => {
  const cache = useQueryClient();
  const { run } = useAction(markArrival, {
    quiet: true,
    refreshes: lists,
    onDoneAnywhere: (_, input) => {
      for (const { path } of lists) cache.setQueriesData<Reservation[]>({ queryKey: [path] }, (rows) => rows && apply(rows, input));
    },
  });
  const mark = useCallback(
    (reservation: Reservation, arrival: Arrival) => {
      const { id } = reservation;
      void run(
        { params: { id: String(id) }, body: { arrival, basedOn: { arrival: arrivalOf(reservation) } } },
        { scope: `reservation ${id}` },
      );
    },
    [run],
  );
  return { mark, touched: useOptimistic(asked, apply) };
};
