import { useEffect, useEffectEvent, useRef } from 'react';
import { sendToDisplay, type ShownCart as Shown } from '#contract/displays.ts';
import { CallFailed, call } from '#web/platform/api.ts';
import type { ShownCart } from './cart-prices.ts';
import type { Sent } from './use-send.ts';

/** What is typed fast is shown at once, not letter by letter. */
const GATHER_MS = 250;
const AGAIN_MS = 3000;
const LINE_MAX = 300;

/** What the guest reads: what was paid, else what is rung up, else nothing. */
export const shownOf = (cart: ShownCart, sent: Sent | undefined): Shown | null => {
  const titleOf = (title: string, variant: string | null | undefined, addons: readonly string[]) =>
    [[title, variant].filter(Boolean).join(' '), ...addons].join(', ').slice(0, LINE_MAX);
  if (sent?.kind === 'pay') {
    const { receipt, given, change, tokenNo } = sent;
    const lines = receipt.lines.map(({ title, variant, addons, quantity, total }) => ({
      title: titleOf(title, variant, addons),
      quantity,
      total,
    }));
    return { lines, total: receipt.total, paid: { given: given ?? null, change: change ?? null, tokenNo } };
  }
  const lines = cart.lines.flatMap(({ line: { title, variant, addons, quantity }, obstacle, total }) =>
    obstacle
      ? []
      : [
          {
            title: titleOf(
              title,
              variant?.title,
              addons.map((addon) => addon.title),
            ),
            quantity,
            total,
          },
        ],
  );
  const costs = [
    ...(cart.discount > 0 ? [{ title: 'Discount', quantity: 1, total: -cart.discount }] : []),
    ...cart.charges.map(({ title, amount }) => ({ title, quantity: 1, total: amount })),
  ];
  return lines.length === 0 ? null : { lines: [...lines, ...costs], total: cart.total, paid: null };
};

interface DisplayLinkProps {
  displayId: number;
  cart: ShownCart;
  sent: Sent | undefined;
  /** The display was unpaired. */
  onGone: () => void;
}

/** Tells the customer display of this till what it rings up; the last word counts. */
export const DisplayLink = ({ displayId, cart, sent, onGone }: DisplayLinkProps) => {
  const text = JSON.stringify(shownOf(cart, sent));
  const told = useRef<string>(undefined);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const tell = async () => {
      try {
        await call(sendToDisplay, { params: { id: String(displayId) }, body: { shown: JSON.parse(text) as Shown | null } });
        told.current = text;
      } catch (problem) {
        if (problem instanceof CallFailed && problem.status === 404) gone();
        else if (!isOver) timer = setTimeout(() => void tell(), AGAIN_MS);
      }
    };
    if (told.current !== text) timer = setTimeout(() => void tell(), GATHER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [displayId, text]);
  return null;
};
