import { Text, Title } from '@mantine/core';
import { memo } from 'react';
import type { KitchenOrder } from '#contract/orders.ts';
import { countAllDay } from './all-day.ts';
import classes from './AllDay.module.css';

/** How many of each item are still to be made, over all tickets. */
export const AllDay = memo(({ orders }: { orders: KitchenOrder[] }) => {
  const counts = countAllDay(orders);
  return (
    // it scrolls, so a keyboard must reach it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.panel} aria-labelledby="all-day" tabIndex={0}>
      <Title order={2} id="all-day" className={classes.heading}>
        All day
      </Title>
      {counts.length === 0 && <Text c="dimmed">Nothing to make.</Text>}
      <ul className={classes.counts}>
        {counts.map(({ key, title, variant, quantity, started }) => (
          <li key={key} className={classes.count}>
            <span className={`${classes.quantity} tabular`}>{quantity}×</span>
            <span>
              <span className={classes.title}>{title}</span>
              {variant && <span className={classes.detail}>{variant}</span>}
              {started > 0 && <span className={classes.started}>{started} started</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
});
