import { IconClockExclamation, IconUserCheck, IconUserX } from '@tabler/icons-react';
import { arrivalOf } from '#contract/reservations.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

interface ReservationArrivalProps {
  reservation: Parameters<typeof arrivalOf>[0];
  /** '25 min late', of guests who are expected. */
  late?: string | undefined;
}

/** What became of a booking at the door, beside its status; nothing while its guests are expected in time. */
export const ReservationArrival = ({ reservation, late }: ReservationArrivalProps) => {
  const arrival = arrivalOf(reservation);
  if (arrival === 'arrived') return <StatusBadge status="completed" label="Arrived" icon={IconUserCheck} />;
  if (arrival === 'no_show') return <StatusBadge status="cancelled" label="No-show" icon={IconUserX} />;
  return late ? <StatusBadge status="preparing" label={late} icon={IconClockExclamation} /> : null;
};
