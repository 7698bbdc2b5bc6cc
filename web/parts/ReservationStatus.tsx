import { type Icon, IconCalendarCheck, IconCash, IconX } from '@tabler/icons-react';
import type { ReservationStatus as Status } from '#contract/reservations.ts';
import type { StatusToken } from '#web/platform/theme.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

const looks: Record<Status, { token: StatusToken; label: string; icon: Icon }> = {
  booked: { token: 'created', label: 'Booked', icon: IconCalendarCheck },
  paid: { token: 'paid', label: 'Paid', icon: IconCash },
  cancelled: { token: 'cancelled', label: 'Cancelled', icon: IconX },
};

/** How a reservation stands, by icon, word and colour; where there is no room by the icon, which says the word to whoever listens. */
export const ReservationStatus = ({ status, isIcon }: { status: Status; isIcon?: boolean }) => {
  const { token, label, icon: Picture } = looks[status];
  if (isIcon) return <Picture size={14} stroke={2.25} role="img" aria-label={label} />;
  return <StatusBadge status={token} label={label} icon={Picture} />;
};
