import type { ShownCart as Shown } from '#contract/displays.ts';
import { addSums } from '#web/parts/money-text.ts';
import { costLines, lineTitle, OwnDisplay, paidSum, SHOWN_LINES } from '#web/parts/OwnDisplay.tsx';
import type { ShownCart } from './cart-prices.ts';
import type { Sent } from './use-send.ts';

/** What the guest reads: what was paid, else what is rung up, else nothing. */
export const shownOf = (cart: ShownCart, sent: Sent | undefined): Shown | null => {
  if (sent?.kind === 'pay') {
    const { receipt, given, change, tokenNo } = sent;
    const lines = receipt.lines.map(({ title, variant, addons, quantity, total }) => ({
      title: lineTitle(title, variant, addons),
      quantity,
      total,
    }));
    const { currency } = receipt.store;
    const taken = receipt.payments
      ? addSums(
          receipt.payments.flatMap(({ amount, tip }) => [amount, tip]),
          currency,
        )
      : receipt.total;
    return { lines, total: paidSum(taken, sent, currency), paid: { given: given ?? null, change: change ?? null, tokenNo } };
  }
  const lines = cart.lines.flatMap(({ line: { title, variant, addons, quantity }, obstacle, total }) => {
    if (obstacle) return [];
    const names = addons.map((addon) => addon.title);
    return [{ title: lineTitle(title, variant?.title, names), quantity, total }];
  });
  return lines.length === 0 ? null : { lines: [...lines, ...costLines(cart)].slice(0, SHOWN_LINES), total: cart.total, paid: null };
};

interface DisplayLinkProps {
  displayId: number;
  cart: ShownCart;
  sent: Sent | undefined;
  /** A table's bill is paid, whose dialog tells the display. */
  isPaused: boolean;
  onGone: () => void;
}

/** Tells the customer display of this till what it rings up. */
export const DisplayLink = ({ displayId, cart, sent, isPaused, onGone }: DisplayLinkProps) => (
  <OwnDisplay displayId={displayId} shown={isPaused ? undefined : shownOf(cart, sent)} onGone={onGone} />
);
