import { Button } from '@mantine/core';
import { IconClipboardCheck, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OrderGroup } from '#contract/orders.ts';
import { type Card, cardKey } from '#web/parts/bill.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded, SkeletonCards } from '#web/ui/Loaded.tsx';
import { CardBoard } from './CardBoard.tsx';
import { ALL, filterCards } from './order-filter.ts';
import { cardHeight, type Shelf } from './OrderCard.tsx';
import type { useShelf } from './use-shelf.ts';
import classes from './OrdersScreen.module.css';

const EMPTY: Record<Shelf, string> = {
  open: 'No Orders Pending!',
  unpaid: 'Nothing awaits payment.',
  done: 'Nothing was completed today.',
};
/** Several of them may be of one table. */
const doneKey = ({ orders }: OrderGroup): string => `order ${orders[0]!.id}`;

interface ShelfCardsProps {
  shown: ReturnType<typeof useShelf>;
  /** Those of the shelf, and what goes with them. */
  cards: readonly Card[];
  /** Those of the tables are on the plan above. */
  isBesidePlan: boolean;
  children: (group: Card) => ReactNode;
}

/** The cards of a shelf that the filter leaves. */
export const ShelfCards = ({ shown: { shelf, orders, filter, setFilter }, cards, isBesidePlan, children }: ShelfCardsProps) => (
  <Loaded
    from={orders}
    failure="Error loading orders! Please try later!"
    skeleton={<SkeletonCards className={classes.cards} heights={[280, 220, 340, 260, 221, 300]} />}
    empty={isBesidePlan ? null : <EmptyState icon={IconClipboardCheck} sentence={EMPTY[shelf]} />}
  >
    {() => {
      if (isBesidePlan && cards.length === 0) return null;
      const shown = filterCards(cards, filter);
      if (shown.length === 0)
        return (
          <EmptyState
            icon={IconSearchOff}
            sentence="No order matches."
            action={
              <Button variant="default" onClick={() => setFilter(ALL)}>
                Show all
              </Button>
            }
          />
        );
      return (
        <CardBoard key={shelf} cards={shown} keyOf={shelf === 'done' ? doneKey : cardKey} heightOf={cardHeight}>
          {children}
        </CardBoard>
      );
    }}
  </Loaded>
);
