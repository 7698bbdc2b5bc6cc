import { type Icon, IconCalendarCheck, IconCash, IconX } from '@tabler/icons-react';
import type { ReservationStatus as Status } from '#contract/reservations.ts';
import type { StatusToken } from '#web/platform/theme.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

const looks: Record<Status, { token: StatusToken; label: string; icon: Icon }> = {
  booked: { token: 'created', label: 'Booked', icon: IconCalendarCheck },
  paid: { token: 'paid', label: 'Paid', icon: IconCash },
  cancelled: { token: 'cancelled', label: 'Cancelled', icon: IconX },
};

/** How a reservation stands, by icon, word and colour. */
export const ReservationStatus = ({ status }: { status: Status }) => {
  const { token, label, icon } = looks[status];
  return <StatusBadge status={token} label={label} icon={icon} />;
};
