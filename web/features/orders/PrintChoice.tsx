import type { CheckRow } from '#contract/checks.ts';
import type { OrderGroup } from '#contract/orders.ts';
import { cardName } from '#web/parts/bill.ts';
import { billsOf } from '#web/parts/bills.ts';
import { BillsDialog } from '#web/parts/BillsDialog.tsx';

interface PrintChoiceProps {
  card: OrderGroup;
  /** The open bills. */
  bills: readonly CheckRow[] | undefined;
  currency: string;
  onPrint: (checkId: number) => void;
  onClose: () => void;
}

/** Which of the bills of a card is printed. */
export const PrintChoice = ({ card, bills, currency, onPrint, onClose }: PrintChoiceProps) => (
  <BillsDialog
    title={`Print – ${cardName(card)}`}
    bills={billsOf(bills, card)}
    currency={currency}
    onChoose={(id) => {
      onPrint(id);
      onClose();
    }}
    onClose={onClose}
  />
);
