import { type Icon, IconCash, IconCheck, IconChecks, IconCircleDashed, IconClock, IconFlame, IconX } from '@tabler/icons-react';
import type { StatusToken } from '#web/platform/theme.ts';
import classes from './StatusBadge.module.css';

const icons: Record<StatusToken, Icon> = {
  created: IconCircleDashed,
  preparing: IconFlame,
  completed: IconCheck,
  delivered: IconChecks,
  cancelled: IconX,
  paid: IconCash,
  pending: IconClock,
};

interface StatusBadgeProps {
  status: StatusToken;
  /** The word to show; without it the token's own. */
  label?: string;
  icon?: Icon;
}

/** A state by icon, word and colour, so that it never depends on colour alone. */
export const StatusBadge = ({ status, label, icon }: StatusBadgeProps) => {
  const Picture = icon ?? icons[status];
  return (
    <span className={classes.badge} style={{ color: `var(--status-${status}-text)`, background: `var(--status-${status}-bg)` }}>
      <Picture size={14} stroke={2.25} aria-hidden />
      {label ?? status[0]?.toUpperCase() + status.slice(1)}
    </span>
  );
};
