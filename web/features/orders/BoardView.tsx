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
import { withMovedParts } from './moved-parts.ts';
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

/** How many cards each holds, as far as it is known here: of those of today only while they are looked at. */
const countsOf = ({ shelf, open, total }: Shown, bills: readonly CheckRow[] | undefined): Record<Shelf, number> => ({
  open: withMovedParts(open.data, bills).length,
  unpaid: (shelf === 'unpaid' && total) || new Set(bills?.flatMap((bill) => bill.awaiting_cards ?? [])).size,
  done: shelf === 'done' ? total : 0,
});

const ViewSwitch = ({ view }: { view: View }) => (
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
);

/** On a phone how orders are shown is chosen behind Filter: the first card is in sight. */
const isBehindFilter = ({ offersPlan, hasFilter, isPhone }: View): boolean => offersPlan && hasFilter && isPhone;

interface BoardBarProps {
  shown: Shown;
  view: View;
  bills: readonly CheckRow[] | undefined;
  following: Following;
  onQuestion: (question: Question) => void;
}

/** Which orders are looked at, and how. */
export const BoardBar = ({ shown, view, bills, following, onQuestion }: BoardBarProps) => {
  const counts = countsOf(shown, bills);
  return (
    <div className={classes.bar}>
      <SegmentedControl
        aria-label="Which orders"
        className={classes.shelves}
        value={shown.shelf}
        onChange={(value) => shown.show(value as Shelf)}
        data={shelves.map(({ value, label }) => ({
          value,
          label: (
            <span>
              {label} {counts[value] > 0 && <span className={`${classes.count} tabular`}>{counts[value]}</span>}
            </span>
          ),
        }))}
      />
      {view.offersPlan && !isBehindFilter(view) && <ViewSwitch view={view} />}
      {shown.isOpen && <CompletePaid cards={shown.open.data ?? []} following={following} onQuestion={onQuestion} />}
    </div>
  );
};

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
  if (!view.isPlan)
    return (
      view.hasFilter && (
        <OrderFilter cards={cards} filter={shown.filter} onFilter={shown.setFilter} isFolded={view.isPhone}>
          {isBehindFilter(view) && <ViewSwitch view={view} />}
        </OrderFilter>
      )
    );
  if (settings && shown.orders.data)
    return <OrdersPlan {...plan} settings={settings} cards={cards} last={view.last} onCard={view.lookAt} />;
  return !shown.orders.isError && planSkeleton;
};
