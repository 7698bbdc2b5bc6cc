import { useLayoutEffect, useState } from 'react';
import type { CallInput } from '#contract/endpoint.ts';
import type { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import type { CallFailed } from '#web/platform/api.ts';
import { isBeforeTheWork } from '#web/platform/idempotency-keys.ts';
import { readStored, removeStored, tenantKey, updateStored, useStored } from '#web/platform/storage.ts';
import { tillKey } from '#web/platform/till.ts';
import type { Sale } from './cart.ts';
import { type ShownCart } from './cart-prices.ts';
import { isSale } from './stored-sale.ts';

export type SendKind = 'kitchen' | 'pay';

/** An order that left the till, as long as nobody knows what became of it. It survives a reload, and is asked for again by its key. */
export interface Unsettled {
  /** The sale's. */
  key: string;
  kind: SendKind;
  /** When it was sent first, by the server's clock, in ms. */
  at: number;
  /** As it was priced, for people and for the receipt. */
  cart: ShownCart;
  /** As it was sent; the same key with another body would be refused. */
  body: CallInput<typeof createOrderAndInvoice>['body'] & Pick<CallInput<typeof createOrder>['body'], 'checkId' | 'asksWhenMoved'>;
  sale: Sale;
}

/** So soon after a reload the order is wanted still; later it may be cold, and somebody decides. */
const MEANT_MS = 5 * 60_000;

export const isStillMeant = ({ at }: Unsettled, now: number): boolean => now - at < MEANT_MS;

const isUnsettled = (value: unknown): value is Unsettled => {
  const { key, kind, at, cart, body, sale } = (value ?? {}) as Partial<Unsettled>;
  const isWhole = typeof key === 'string' && typeof at === 'number' && Array.isArray(cart?.lines) && Array.isArray(body?.cart);
  return isWhole && (kind === 'kitchen' || kind === 'pay') && isSale(sale);
};

/**
 * Where its cart is (use-sale.ts): with the till, so that whoever takes the cart over knows that it was sent, or with one person. Named
 * when it is sent, for somebody else may be signed in when the answer comes.
 */
export const unsettledKey = (): string => tillKey('sending');

export const findUnsettled = (storageKey: string, key: string): Unsettled | undefined =>
  readStored<unknown[]>(storageKey, [])
    .filter(isUnsettled)
    .find((known) => known.key === key);

/** Before the request leaves. In a browser without room the order is sent all the same. */
export const keepUnsettled = (storageKey: string, order: Unsettled): void => {
  updateStored<unknown[]>(storageKey, [], (known) => [...known, order]);
};

export const forgetUnsettled = (storageKey: string, key: string): void => {
  // the till may have taken it over since it was sent
  for (const place of new Set([storageKey, unsettledKey()]))
    updateStored<unknown[]>(place, [], (known) =>
      known.some((order) => isUnsettled(order) && order.key === key)
        ? known.filter((order) => !isUnsettled(order) || order.key !== key)
        : known,
    );
};

/** What was sent before the till kept its cart is not lost. */
const takeOver = (storageKey: string): void => {
  const ownKey = tenantKey('sending');
  const own = ownKey === storageKey ? [] : readStored<unknown[]>(ownKey, []);
  if (own.length > 0 && updateStored<unknown[]>(storageKey, [], (known) => [...known, ...own])) removeStored(ownKey);
};

/** All tabs', oldest first. */
export const useUnsettled = (): Unsettled[] => {
  const storageKey = unsettledKey();
  // the first rendering shows them already
  useState(() => takeOver(storageKey));
  useLayoutEffect(() => takeOver(storageKey), [storageKey]);
  return useStored<unknown[]>(storageKey, [])[0].filter(isUnsettled);
};

/** Whether a failure says that the order was not stored: any refusal of its only try, of a later one what the work itself refused. */
export const isSettledBy = (failure: CallFailed, isOnlyTry: boolean): boolean =>
  !failure.isPassing && (isOnlyTry || !isBeforeTheWork(failure));
