import { expect, test } from 'vitest';
import { findCurrency } from '#contract/currencies.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import { addSums } from '#web/parts/money-text.ts';
import { priceCart } from './cart-prices.ts';
import { shownOf } from './DisplayLink.tsx';
import type { Sent } from './use-send.ts';

const item = (id: number, title: string, tax_type: 'exclusive' | 'inclusive' | null) =>
  ({
    id,
    title,
    price: 10,
    variants: [],
    addons: [],
    sold_out: false,
    tax_id: tax_type && 1,
    tax_title: tax_type && 'VAT',
    tax_rate: tax_type && 8,
    tax_type,
  }) as unknown as MenuItem;
const line = (id: number) => ({ id, title: '', variant: null, addons: [], notes: '', quantity: 2 });
const service = { id: 1, title: 'Service', kind: 'percent' as const, value: 10, tax: null, deliveryTypes: [], minCovers: 0 };

test('what a guest reads on the display comes to its total: with money off, a charge, and the tax on top', () => {
  const menu = new Map([item(1, 'Soup', 'exclusive'), item(2, 'Tea', 'inclusive'), item(3, 'Bread', null)].map((one) => [one.id, one]));
  const cart = priceCart([line(1), line(2), line(3)], menu, findCurrency('USD')!, {
    deliveryType: 'dinein',
    discounts: [{ kind: 'amount', value: 5 }] as never,
    charges: [service] as never,
  });
  const { lines, total } = shownOf(cart, undefined)!;
  expect(lines.slice(3).map(({ title }) => title)).toEqual(['Discount', 'Service', 'VAT 8%']);
  expect(
    addSums(
      lines.map((one) => one.total),
      'USD',
    ),
  ).toBe(total);
});

test('what is more than a display takes is left out, and the total stays', () => {
  const menu = new Map([[1, item(1, 'Soup', 'exclusive')]]);
  const options = { deliveryType: 'dinein', discounts: [], charges: [service] } as never;
  const cart = priceCart(
    Array.from({ length: 200 }, () => line(1)),
    menu,
    findCurrency('USD')!,
    options,
  );
  expect(shownOf(cart, undefined)).toMatchObject({ lines: { length: 200 }, total: cart.total });
});

test('what a guest reads after paying adds up: in coins, with a tip, and of the part whose cash was counted', () => {
  const store = { currency: 'JPY' };
  const paid = (payments: { amount: number; tip: number }[] | undefined, counted: { given?: number; change?: number }) => {
    const receipt = { lines: [], total: 604, store, payments };
    const sent = { kind: 'pay', tokenNo: 3, receipt, ...counted } as unknown as Sent;
    return shownOf(priceCart([], new Map(), findCurrency('JPY')!), sent)!;
  };
  // 604 in coins of 10
  expect(paid([{ amount: 600, tip: 0 }], { given: 1000, change: 400 })).toMatchObject({ total: 600, paid: { given: 1000, change: 400 } });
  expect(paid([{ amount: 600, tip: 50 }], { given: 1000, change: 350 }).total).toBe(650);
  const parts = [
    { amount: 304, tip: 0 },
    { amount: 300, tip: 0 },
  ];
  expect(paid(parts, { given: 500, change: 200 }).total).toBe(300);
  // nobody counted
  expect(paid([{ amount: 600, tip: 0 }], {}).total).toBe(600);
  expect(paid(undefined, {}).total).toBe(604);
});
