import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { ShownTax } from '#contract/bill-costs.ts';
import { sendToDisplay, type ShownCart } from '#contract/displays.ts';
import type { OrderSummary } from '#contract/orders.ts';
import { CallFailed, call } from '#web/platform/api.ts';
import { newIdempotencyKey } from '#web/platform/idempotency-keys.ts';
import { addSums } from './money-text.ts';

/** What is typed fast is shown at once, not letter by letter. */
const DEBOUNCE_MS = 250;
const AGAIN_MS = 3000;
const LINE_MAX = 300;
/** A display takes no more (contract/displays.ts). */
export const SHOWN_LINES = 200;

/** A line as a guest reads it. */
export const lineTitle = (title: string, variant: string | null | undefined, addons: readonly string[]): string =>
  [[title, variant].filter(Boolean).join(' '), ...addons].join(', ').slice(0, LINE_MAX);

interface Costs {
  discount?: number | undefined;
  charges?: readonly { title: string; amount: number }[] | undefined;
  taxes?: readonly Pick<ShownTax, 'title' | 'rate' | 'type' | 'tax'>[] | undefined;
}

/** What is off a sum, what is charged beside it, and the tax on top: with them the lines come to the total. Tax that is in the prices is none. */
export const costLines = ({ discount = 0, charges = [], taxes = [] }: Costs): ShownCart['lines'] => [
  ...(discount > 0 ? [{ title: 'Discount', quantity: 1, total: -discount }] : []),
  ...charges.map(({ title, amount }) => ({ title, quantity: 1, total: amount })),
  ...taxes
    .filter(({ type, tax }) => type === 'exclusive' && tax !== 0)
    .map(({ title, rate, tax }) => ({ title: `${title} ${rate}%`, quantity: 1, total: tax })),
];

interface Bill extends Costs {
  orders: readonly {
    items: readonly Pick<
      OrderSummary['orders'][number]['items'][number],
      'item_title' | 'variant_title' | 'addons' | 'quantity' | 'itemTotal'
    >[];
  }[];
  total: number;
}

interface Counted {
  given?: number | undefined;
  change?: number | undefined;
}

/** What the guest paid: the change is what was given less it, in coins and with a tip; `taken` where nobody counted. */
export const paidSum = (taken: number, { given, change }: Counted, currency: string): number =>
  given === undefined || change === undefined ? taken : addSums([given, -change], currency);

/** A bill as its guest reads it, before and after it was paid. */
export const shownBill = ({ orders, total, ...costs }: Bill, paid: (Counted & { taken: number; currency: string }) | null): ShownCart => ({
  lines: [
    ...orders
      .flatMap(({ items }) => items)
      .map((item) => ({
        title: lineTitle(item.item_title, item.variant_title, item.addons?.map(({ title }) => title) ?? []),
        quantity: item.quantity,
        total: item.itemTotal,
      })),
    ...costLines(costs),
  ].slice(0, SHOWN_LINES),
  total: paid ? paidSum(paid.taken, paid, paid.currency) : total,
  paid: paid && { given: paid.given ?? null, change: paid.given === undefined ? null : (paid.change ?? null), tokenNo: 0 },
});

/** The last word counts, so one is told after the other, and of those that wait only the newest. */
let told: Promise<unknown> = Promise.resolve();
let words = 0;
const newest = new Map<number, number>();
/** For the server: what nobody waits for any more may arrive after what was said later. */
const PAGE = newIdempotencyKey();

/** Tells a display what its guest reads; null: nothing. */
export const tellDisplay = (displayId: number, shown: ShownCart | null): Promise<unknown> => {
  words += 1;
  const order = words;
  newest.set(displayId, order);
  const next = told.then(() => {
    if (newest.get(displayId) !== order) return undefined;
    return call(sendToDisplay, { params: { id: String(displayId) }, body: { shown, from: PAGE, order } });
  });
  told = next.catch(() => undefined);
  return next;
};

interface OwnDisplayProps {
  displayId: number;
  /** Undefined: somebody else tells it at the moment, and leaves nothing behind that has to go. */
  shown: ShownCart | null | undefined;
  /** Whether what is shown goes when this does. */
  clears?: RefObject<boolean>;
  /** The display was unpaired. */
  onGone: () => void;
}

/** Tells the customer display of this till what its guest pays; without network until it is there again. */
export const OwnDisplay = ({ displayId, shown, clears, onGone }: OwnDisplayProps) => {
  const text = JSON.stringify(shown);
  const last = useRef<string>(undefined);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (text === undefined) {
      last.current = 'null';
      return undefined;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const tell = async () => {
      // until it is answered nobody knows what the display shows: who goes on to another word, or back to one, says it again
      last.current = undefined;
      try {
        await tellDisplay(displayId, JSON.parse(text) as ShownCart | null);
        if (!isOver) last.current = text;
      } catch (problem) {
        const status = problem instanceof CallFailed ? problem.status : undefined;
        if (status === 404) gone();
        // who may not sell tells it nothing
        else if (!isOver && status !== 403) timer = setTimeout(() => void tell(), AGAIN_MS);
      }
    };
    if (last.current !== text) timer = setTimeout(() => void tell(), DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [displayId, text]);
  const leave = useEffectEvent(() => {
    if (clears?.current) tellDisplay(displayId, null).catch(() => {});
  });
  useEffect(() => () => leave(), []);
  return null;
};

/** The same for a bill that is being paid. */
export const BillDisplay = ({ bill, ...display }: Omit<OwnDisplayProps, 'shown'> & { bill: Bill }) => (
  <OwnDisplay {...display} shown={shownBill(bill, null)} />
);
