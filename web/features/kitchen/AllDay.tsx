import { ActionIcon, Button, Text, Title } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import type { KitchenOrder } from '#contract/orders.ts';
import { countAllDay } from './all-day.ts';
import { useHeld, useIsTouched } from '#web/ui/touched.ts';
import { useSoldOut } from './sold-out.ts';
import classes from './AllDay.module.css';

/** How many of each item are still to be made, over all tickets. */
export const AllDay = memo(({ orders }: { orders: KitchenOrder[] }) => {
  const newest = useMemo(() => countAllDay(orders), [orders]);
  const isTouched = useIsTouched();
  const { mark, marked } = useSoldOut();
  // the most stands first, and no other dish comes under a finger
  const counts = useHeld(newest, isTouched && mark !== undefined);
  return (
    // it scrolls, so a keyboard must reach it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`surface ${classes.panel}`} aria-labelledby="all-day" tabIndex={0}>
      <Title order={2} id="all-day" className={classes.heading}>
        All day
      </Title>
      {counts.length === 0 && <Text c="dimmed">Nothing to make.</Text>}
      <ul>
        {counts.map(({ key, itemId, title, variant, quantity, started }) => (
          <li key={key} className={classes.count}>
            <span className={`${classes.quantity} tabular`}>{quantity}×</span>
            <span>
              <span className={classes.title}>{title}</span>
              {variant && <span className={classes.detail}>{variant}</span>}
              {started > 0 && <span className={classes.started}>{started} started</span>}
            </span>
            {mark && (
              <ActionIcon variant="default" size={44} aria-label={`Sold out: ${title}`} onClick={() => mark({ id: itemId, title }, true)}>
                <IconBan size={20} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {mark && marked.length > 0 && (
        <>
          <Title order={2} className={classes.heading}>
            Sold out today
          </Title>
          {marked.map((item) => (
            <Button
              key={item.id}
              variant="default"
              fullWidth
              mb="xs"
              aria-label={`Available again: ${item.title}`}
              onClick={() => mark(item, false)}
            >
              {item.title}: available again
            </Button>
          ))}
        </>
      )}
    </section>
  );
});
