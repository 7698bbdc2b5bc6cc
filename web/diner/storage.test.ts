import { beforeEach, expect, test, vi } from 'vitest';
import { lineOf, withLine } from './cart.ts';
import { currencyOf } from './prices.ts';
import { beginTry, changeCart } from './storage.ts';
import { smallMenu } from './testing-menu.ts';

const bread = (quantity = 1) => lineOf(smallMenu.menuItems[2]!, { variant: null, addons: [], notes: null, quantity }, currencyOf('USD'));
const cartOf = (quantity: number) => withLine([], bread(quantity));
const tryOf = (quantity: number) => beginTry('code', { body: `${quantity}`, lines: cartOf(quantity) });
const inCart = () =>
  (JSON.parse(localStorage.getItem('comanda_cart:code') ?? '[]') as { quantity: number }[]).map(({ quantity }) => quantity);

// two tabs share what is stored
beforeEach(() => {
  localStorage.clear();
  changeCart('code', () => cartOf(1));
});

test('a refusal that comes after another tab’s order was placed does not bring the spent key back', () => {
  const [one, other] = [tryOf(1), tryOf(1)];
  expect(other.key).toBe(one.key);

  one.placed(cartOf(1));
  other.refused();

  expect(inCart()).toEqual([]);
  expect(tryOf(1).key).not.toBe(one.key);
});

test('a refusal does not touch the key of a later order', () => {
  const [one, other] = [tryOf(1), tryOf(1)];
  one.placed(cartOf(1));
  const later = tryOf(2);

  other.refused();

  expect(tryOf(2).key).toBe(later.key);
});

test('what both tabs sent is taken out once', () => {
  const [one, other] = [tryOf(1), tryOf(1)];
  one.placed(cartOf(1));
  changeCart('code', (lines) => withLine(lines, bread()));

  other.placed(cartOf(1));

  expect(inCart()).toEqual([1]);
});

test('a try that is answered when its key has become too old for another one is taken out all the same', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    tryOf(1);
    vi.advanceTimersByTime(3 * 60 * 60_000 - 1000);
    const again = tryOf(1);
    vi.advanceTimersByTime(2000);
    again.placed(cartOf(1));
    expect(inCart()).toEqual([]);
    expect(tryOf(1).key).not.toBe(again.key);
  } finally {
    vi.useRealTimers();
  }
});
