import { type Icon, IconAlertTriangle, IconBan, IconClock, IconClockExclamation } from '@tabler/icons-react';
import type { KitchenBoard } from '#contract/kitchen.ts';

const looks = {
  fresh: ['Waiting', IconClock],
  late: ['Late', IconClockExclamation],
  overdue: ['Overdue', IconAlertTriangle],
  cancelled: ['Cancelled', IconBan],
} as const satisfies Record<string, readonly [string, Icon]>;

export type Look = keyof typeof looks;

/** Of so many whole minutes since it was sent, by the minutes of the store. */
export const lookOf = (minutes: number, { warnMinutes, lateMinutes }: Pick<KitchenBoard, 'warnMinutes' | 'lateMinutes'>) =>
  minutes >= lateMinutes ? 'overdue' : minutes >= warnMinutes ? 'late' : 'fresh';

/** '25 min', '3 h 5 min'. */
export const ageText = (minutes: number): string => (minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`);

interface AgeProps {
  minutes: number;
  /** undefined: it is not known yet what is late */
  look: Look | undefined;
}

/** How long an order waits. The head that it stands in is `aged` and has the same `data-look`: both have the colour of lateness. */
export const Age = ({ minutes, look }: AgeProps) => {
  const [word, Picture] = look ? looks[look] : [];
  return (
    <div className="age">
      <span className="age-minutes tabular">{ageText(minutes)}</span>
      {Picture && (
        <span className="age-word">
          <Picture aria-hidden />
          {word}
        </span>
      )}
    </div>
  );
};
