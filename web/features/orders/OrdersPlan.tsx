import { useNavigate } from 'react-router';
import type { CheckRow } from '#contract/checks.ts';
import type { initOrders, OpenCheck, OrderGroup } from '#contract/orders.ts';
import type { Reply } from '#contract/endpoint.ts';
import { cardKey } from '#web/parts/bill.ts';
import { billOf } from '#web/parts/bills.ts';
import { FloorPlan } from '#web/parts/FloorPlan.tsx';
import { useHas } from '#web/platform/session.tsx';
import { tableStates } from './table-states.ts';

interface OrdersPlanProps {
  settings: Reply<typeof initOrders>;
  /** Of the open orders. */
  cards: readonly OrderGroup[];
  checks: readonly OpenCheck[] | undefined;
  bills: readonly CheckRow[] | undefined;
  now: number;
  /** The card from which somebody came back. */
  last: string | undefined;
  onCard: (key: string) => void;
  onBill: (checkId: number) => void;
}

/** The tables where they stand: a touch shows the card of a table, else its bill; at a free one it begins an order. */
export const OrdersPlan = ({ settings, cards, checks, bills, now, last, onCard, onBill }: OrdersPlanProps) => {
  const navigate = useNavigate();
  const sells = useHas('POS');
  const touch = (tableId: number) => {
    const card = cards.find(({ table_id: id }) => id === tableId);
    const bill = billOf(bills, tableId);
    if (card) onCard(cardKey(card));
    else if (bill) onBill(bill.check_id);
    else if (sells) void navigate(`/dashboard/pos?table=${tableId}`);
  };
  const { storeTables, storeSettings } = settings;
  return (
    <FloorPlan
      tables={storeTables}
      states={tableStates({ cards, checks, bills, cooksHere: storeSettings.cooks_here !== false })}
      isKnown={checks !== undefined}
      currency={storeSettings.currency}
      now={now}
      last={last === undefined ? undefined : Number(last)}
      takesFree={sells}
      onTable={touch}
    />
  );
};
