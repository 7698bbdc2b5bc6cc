import type { Icon } from '@tabler/icons-react';
import { SkeletonCards } from '#web/ui/Loaded.tsx';
import classes from './Figures.module.css';

export interface Figure {
  name: string;
  value: string;
  /** What it is counted over. */
  detail: string;
  icon: Icon;
}

/** The numbers that a page is about. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={classes.figures}>
    {figures.map(({ name, value, detail, icon: Picture }) => (
      <div key={name} className={`surface ${classes.figure}`}>
        <dt>
          <Picture size={18} stroke={1.75} aria-hidden />
          {name}
        </dt>
        <dd className={`${classes.value} tabular`}>{value}</dd>
        <dd className={classes.detail}>{detail}</dd>
      </div>
    ))}
  </dl>
);

export const FiguresSkeleton = ({ amount }: { amount: number }) => (
  <SkeletonCards className={classes.figures} heights={Array.from({ length: amount }, () => 116)} />
);
