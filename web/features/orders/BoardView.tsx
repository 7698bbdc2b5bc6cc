import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { CheckRow } from '#contract/checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { initOrders, OpenCheck } from '#contract/orders.ts';
import type { Card } from '#web/parts/bill.ts';
import { lazyPart } from '#web/ui/lazily.ts';
import { CompletePaid } from './CompletePaid.tsx';
import type { Following } from './live-board.ts';
import type { Shelf } from './OrderCard.tsx';
import type { Question } from './OrderDialogs.tsx';
import { OrderFilter } from './OrderFilter.tsx';
import classes from './OrdersScreen.module.css';
import type { useBoardView } from './use-board-view.ts';
import type { useShelf } from './use-shelf.ts';

const OrdersPlan = lazyPart(async () => (await import('./OrdersPlan.tsx')).OrdersPlan);

type Shown = ReturnType<typeof useShelf>;
type View = ReturnType<typeof useBoardView>;

const shelves: { value: Shelf; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'unpaid', label: 'Awaiting payment' },
  { value: 'done', label: 'Done today' },
];

interface BoardBarProps {
  shown: Shown;
  view: View;
  following: Following;
  onQuestion: (question: Question) => void;
}

/** Which orders are looked at, and how. */
export const BoardBar = ({ shown, view, following, onQuestion }: BoardBarProps) => (
  <div className={classes.bar}>
    <SegmentedControl
      aria-label="Which orders"
      className={classes.shelves}
      value={shown.shelf}
      onChange={(value) => shown.show(value as Shelf)}
      data={shelves}
    />
    {view.offersPlan && (
      <SegmentedControl
        aria-label="Show orders as"
        className={`${classes.shelves} ${classes.view}`}
        value={view.isPlanned ? 'plan' : 'list'}
        onChange={(value) => view.setPlan(value === 'plan')}
        data={[
          { value: 'list', label: 'List' },
          { value: 'plan', label: 'Plan' },
        ]}
      />
    )}
    {shown.isOpen && <CompletePaid cards={shown.open.data ?? []} following={following} onQuestion={onQuestion} />}
  </div>
);

export const planSkeleton = <Skeleton height={480} radius="lg" />;

interface BoardViewProps {
  shown: Shown;
  view: View;
  /** Of the shelf that is looked at. */
  cards: readonly Card[];
  settings: Reply<typeof initOrders> | undefined;
  /** Undefined until it is known what they owe, or where nobody here is told. */
  checks: readonly OpenCheck[] | undefined;
  bills: readonly CheckRow[] | undefined;
  now: number;
  onBill: (checkId: number) => void;
}

/** What stands above the cards: the way to find one of them, the plan, or the way back to it. */
export const BoardView = ({ shown, view, cards, settings, ...plan }: BoardViewProps) => {
  if (view.isOne)
    return (
      <div>
        <Button variant="default" autoFocus leftSection={<IconArrowLeft size={18} aria-hidden />} onClick={view.goBack}>
          Back to the plan
        </Button>
      </div>
    );
  if (!view.isPlan) return cards.length > 1 && <OrderFilter cards={cards} filter={shown.filter} onFilter={shown.setFilter} />;
  if (settings && shown.orders.data)
    return <OrdersPlan {...plan} settings={settings} cards={cards} last={view.last} onCard={view.lookAt} />;
  return !shown.orders.isError && planSkeleton;
};
