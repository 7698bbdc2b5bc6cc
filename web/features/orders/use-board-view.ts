import { useMediaQuery, useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { type Card, cardKey } from '#web/parts/bill.ts';
import { useStored } from '#web/platform/storage.ts';
import { displayKey } from '#web/platform/till.ts';
import { ALL } from './order-filter.ts';
import type { useShelf } from './use-shelf.ts';

const PLAN_WITHIN = 2000; // ms

/** How the open orders are shown on this device: as cards, or by the tables where they stand, of which one is looked at. */
export const useBoardView = (
  { isOpen, filter, setFilter }: ReturnType<typeof useShelf>,
  cards: readonly Card[],
  tables: number | undefined,
) => {
  const [isLate, setLate] = useState(false);
  useTimeout(() => setLate(true), PLAN_WITHIN, { autoInvoke: true });
  const [wantsPlan, setPlan] = useStored(displayKey('orders-plan'), false);
  /** The card that was looked at last. */
  const [last, setLast] = useState<string>();
  // which tables there are may not be known yet: then it is as this device was left, but nobody waits long for their orders
  const offersPlan = isOpen && (tables === undefined ? wantsPlan && !isLate : tables > 0);
  const isPlanned = offersPlan && wantsPlan;
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const isSet = Object.values(filter).some(Boolean);
  const isOne = isPlanned && cards.some((card) => cardKey(card) === filter.table);
  // on the plan nobody sees what is looked for: once its card has left, the other cards are back, and the table's next one stays on the plan
  if (isPlanned && !isOne && isSet) setFilter(ALL);
  return {
    offersPlan,
    isPlanned,
    /** There is something to be looked for, or something is. */
    hasFilter: !isPlanned && (cards.length > 1 || isSet),
    isPhone,
    /** One card of the plan is shown in its place; when it leaves the board the plan is back. */
    isOne,
    isPlan: isPlanned && !isOne,
    cards: isPlanned && !isOne ? cards.filter(({ table_id: id }) => id === null) : cards,
    last,
    setPlan: (isOn: boolean) => {
      setPlan(isOn);
      setFilter(ALL);
    },
    lookAt: (key: string) => {
      setLast(key);
      setFilter({ ...ALL, table: key });
    },
    goBack: () => setFilter(ALL),
  };
};
