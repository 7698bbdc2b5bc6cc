import { useRef } from 'react';
import type { Check } from '#contract/checks.ts';
import type { ShownCart } from '#contract/displays.ts';
import { OwnDisplay, shownBill } from '#web/parts/OwnDisplay.tsx';
import type { Paid } from './PaidPanel.tsx';

interface GuestDisplayProps {
  displayId: number;
  check: Check;
  /** Of it, where it is not all that is due. */
  wanted: number | undefined;
  /** What was paid last; until the panel that says so is closed. */
  paid: Paid | undefined;
  onGone: () => void;
}

/** The lines of a bill that are to be paid, and how much its guest is asked for. */
const shownCheck = ({ orders, due, paid, ...check }: Check, wanted: number | undefined): ShownCart => {
  const unpaid = orders.map(({ items }) => ({ items: items.filter(({ status, is_paid }) => status !== 'cancelled' && !is_paid) }));
  const { lines } = shownBill({ ...check, orders: unpaid }, null);
  return {
    lines: paid > 0 ? [...lines.slice(0, 199), { title: 'Paid', quantity: 1, total: -paid }] : lines,
    total: wanted ?? due,
    paid: null,
  };
};

/** Tells the customer display of this till what the guest of a bill pays, then the change. */
export const GuestDisplay = ({ displayId, check, wanted, paid, onGone }: GuestDisplayProps) => {
  const clears = useRef(true);
  const shown: ShownCart = paid
    ? {
        lines: [],
        total: paid.taken,
        paid: { given: paid.tendered ?? null, change: paid.tendered === undefined ? null : paid.change, tokenNo: 0 },
      }
    : shownCheck(check, wanted);
  return <OwnDisplay displayId={displayId} shown={shown} clears={clears} onGone={onGone} />;
};
