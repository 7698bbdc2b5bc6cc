import { Skeleton } from '@mantine/core';
import classes from './Till.module.css';

/** The till's outline while its data is on the way. */
export const PosSkeleton = () => (
  <div className={`${classes.till} ${classes.skeleton}`} aria-hidden>
    <div className={classes.waiting}>
      <Skeleton height={44} flex="none" />
      <Skeleton height={44} flex="none" />
      <div className={classes.cards}>
        {Array.from({ length: 12 }, (_, index) => (
          <Skeleton key={index} height={76} radius="lg" />
        ))}
      </div>
    </div>
    <div className={`surface ${classes.side}`}>
      <Skeleton height="100%" radius="lg" />
    </div>
  </div>
);
