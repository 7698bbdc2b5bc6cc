import { describe, expect, test } from 'vitest';
import { findCurrency } from '#contract/currencies.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import { type CartLine, keyOf, MAX_LINES, MAX_QUANTITY, newSale, type Sale, type SaleAction, saleReducer } from './cart.ts';
import { areLines, isSale } from './stored-sale.ts';
import { cartBody, priceCart } from './cart-prices.ts';

const dollar = findCurrency('USD')!;
const line = (id: number, changes: Partial<CartLine> = {}): CartLine => ({
  id,
  title: `Item ${id}`,
  variant: null,
  addons: [],
  notes: '',
  quantity: 1,
  ...changes,
});
const saleWith = (...lines: CartLine[]): Sale => ({ ...newSale('key'), lines });
const quantities = ({ lines }: Sale): number[] => lines.map(({ quantity }) => quantity);

const item = (id: number, price: number, changes: Partial<MenuItem> = {}): MenuItem => ({
  id,
  title: `Item ${id}`,
  price,
  net_price: null,
  tax_id: null,
  tax_title: null,
  tax_rate: null,
  tax_type: null,
  category_id: null,
  category_title: null,
  image: null,
  sold_out: false,
  addons: [],
  variants: [],
  ...changes,
});
const menuOf = (...items: MenuItem[]) => new Map(items.map((each) => [each.id, each]));
const large = { id: 11, item_id: 1, title: 'Large', price: 12.1 };
const cheese = { id: 21, item_id: 1, title: 'Cheese', price: 0.2 };

describe('adding', () => {
  test('appends a line', () => {
    const after = saleReducer(saleWith(line(1)), { type: 'add', line: line(2) });
    expect(after.lines.map(({ id }) => id)).toEqual([1, 2]);
  });

  test('raises an equal line by what is added', () => {
    const same = { variant: large, addons: [cheese], notes: 'hot' };
    const after = saleReducer(saleWith(line(1, same)), { type: 'add', line: line(1, { ...same, quantity: 2 }) });
    expect(quantities(after)).toEqual([3]);
  });

  test.each([
    ['variant', { variant: large }],
    ['addon', { addons: [cheese] }],
    ['note', { notes: 'hot' }],
  ])('keeps a line apart that differs by its %s', (_, difference) => {
    const after = saleReducer(saleWith(line(1)), { type: 'add', line: line(1, difference) });
    expect(quantities(after)).toEqual([1, 1]);
  });

  test('stops at 999 pieces of a line and at 200 lines', () => {
    const full = saleWith(...Array.from({ length: MAX_LINES }, (_, id) => line(id)));
    expect(saleReducer(full, { type: 'add', line: line(999) }).lines).toBe(full.lines);
    expect(saleReducer(full, { type: 'add', line: line(0) }).lines[0]?.quantity).toBe(2);
    const many = saleWith(line(1, { quantity: MAX_QUANTITY }));
    expect(quantities(saleReducer(many, { type: 'raise', key: keyOf(line(1)) }))).toEqual([MAX_QUANTITY]);
  });
});

describe('changing a line', () => {
  const two = saleWith(line(1, { quantity: 2 }), line(2));
  test.each([
    ['raise', 1, [3, 1]],
    ['lower', 1, [1, 1]],
    ['lower', 2, [2]],
    ['remove', 1, [1]],
    ['remove', 9, [2, 1]],
  ] as const)('%s of item %i gives %j', (type, id, expected) => {
    expect(quantities(saleReducer(two, { type, key: keyOf(line(id)) }))).toEqual(expected);
  });

  test('a note that makes two lines equal makes them one', () => {
    const after = saleReducer(saleWith(line(1, { quantity: 2 }), line(1, { notes: 'hot' })), {
      type: 'note',
      key: keyOf(line(1, { notes: 'hot' })),
      notes: '',
    });
    expect(quantities(after)).toEqual([3]);
  });
});

test('lines that become equal keep what was off each of them', () => {
  const discounts = [
    { kind: 'percent' as const, value: '10' },
    { kind: 'amount' as const, value: '1.05' },
  ];
  const after = saleReducer(saleWith(line(1, { discounts }), line(1)), {
    type: 'change',
    key: keyOf(line(1)),
    line: line(1, { discounts }),
  });
  expect(after.lines).toEqual([line(1, { quantity: 2, discounts: [discounts[0]!, { kind: 'amount', value: '2.10' }] })]);
  expect(priceCart(after.lines, menuOf(item(1, 10)), dollar).discount).toBe(4.1);
});

describe('pricing', () => {
  test('takes the variant instead of the base price, adds addons and multiplies, without float noise', () => {
    const menu = menuOf(item(1, 9, { variants: [large], addons: [cheese] }));
    const cart = priceCart([line(1, { variant: large, addons: [cheese], quantity: 3 })], menu, dollar);
    expect(cart).toMatchObject({ net: 36.9, tax: 0, total: 36.9, count: 3, isBlocked: false });
    expect(cart.lines[0]).toMatchObject({ unitPrice: 12.3, total: 36.9 });
  });

  test('adds exclusive tax, leaves inclusive tax inside, and names both', () => {
    const menu = menuOf(
      item(1, 10, { tax_id: 1, tax_title: 'Service', tax_rate: 10, tax_type: 'exclusive' }),
      item(2, 11.9, { tax_id: 2, tax_title: 'VAT', tax_rate: 19, tax_type: 'inclusive' }),
    );
    const cart = priceCart([line(1), line(2)], menu, dollar);
    expect(cart).toMatchObject({ net: 20, tax: 2.9, total: 22.9, taxNote: 'Service 10%, VAT 19% incl.' });
  });

  test('follows the menu, not what was paid yesterday', () => {
    expect(priceCart([line(1)], menuOf(item(1, 5)), dollar).total).toBe(5);
    expect(priceCart([line(1)], menuOf(item(1, 6)), dollar).total).toBe(6);
  });

  test.each([
    ['item', line(2)],
    ['variant', line(1, { variant: large })],
    ['addon', line(1, { addons: [cheese] })],
  ])('marks a line whose %s is gone and counts it nowhere', (_, gone) => {
    const cart = priceCart([line(1), gone], menuOf(item(1, 5)), dollar);
    expect(cart.lines.map(({ obstacle }) => obstacle)).toEqual([undefined, 'No longer on the menu']);
    expect(cart).toMatchObject({ total: 5, count: 1, isBlocked: true });
  });

  test('leaves out what is sold out', () => {
    const cart = priceCart([line(1), line(2)], menuOf(item(1, 5), item(2, 7, { sold_out: true })), dollar);
    expect(cart.lines.map(({ obstacle }) => obstacle)).toEqual([undefined, 'Sold out']);
    expect(cart).toMatchObject({ total: 5, isBlocked: true });
  });

  test('knows currencies without decimals', () => {
    expect(priceCart([line(1, { quantity: 2 })], menuOf(item(1, 350)), findCurrency('JPY')!).total).toBe(700);
  });
});

test('the body says what the wire wants', () => {
  const menu = menuOf(item(1, 9, { variants: [large], addons: [cheese] }), item(2, 4));
  const cart = priceCart([line(1, { variant: large, addons: [cheese], notes: 'hot', quantity: 2 }), line(2)], menu, dollar);
  expect(cartBody(cart)).toEqual([
    { id: 1, quantity: 2, variant_id: 11, addons_ids: [21], notes: 'hot', price: 12.3 },
    { id: 2, quantity: 1, variant_id: null, addons_ids: [], notes: null, price: 4 },
  ]);
});

describe('what was stored', () => {
  test('is taken back when it is a sale', () => {
    expect(isSale(JSON.parse(JSON.stringify(saleWith(line(1, { variant: large, addons: [cheese] })))))).toBe(true);
  });

  test.each([[null], [{}], [{ ...newSale('key'), lines: [{ id: 1 }] }], [{ ...newSale('key'), tableId: 'x' }]])(
    'is refused: %j',
    (value) => {
      expect(isSale(value)).toBe(false);
    },
  );

  test.each([[[null]], [[line(1, { quantity: 0.5 })]], [[{ ...line(1), addons: [null] }]], ['x']])('is no list of lines: %j', (value) => {
    expect(areLines(value)).toBe(false);
  });
});

test('what leaves the house joins no table unasked, and does when the table is chosen after', () => {
  const atTable = saleReducer(newSale('one'), { type: 'table', tableId: 5 });
  for (const deliveryType of ['takeaway', 'delivery'] as const) {
    const leaving = saleReducer(atTable, { type: 'dining', deliveryType });
    expect(leaving.tableId).toBeNull();
    expect(saleReducer(leaving, { type: 'table', tableId: 5 }).tableId).toBe(5);
  }
  expect(saleReducer(atTable, { type: 'dining', deliveryType: 'dinein' }).tableId).toBe(5);
});

test('what was taken off a sale as a whole leaves with it', () => {
  const sent = [line(1)];
  const before = { ...saleWith(line(1), line(2)), discounts: [{ kind: 'percent' as const, value: '10' }] };
  const sale = saleReducer(before, { type: 'sent', key: 'key', lines: sent, freshKey: 'next' });
  expect(sale).toMatchObject({ key: 'next', lines: [{ id: 2 }], discounts: [] });
});

test('a further round has the charges that its bill keeps, one too that came with a part of a split', () => {
  const percent = (id: number, value: number, minCovers = 0) => ({
    id,
    title: `Charge ${id}`,
    kind: 'percent' as const,
    value,
    tax: null,
    deliveryTypes: [],
    minCovers,
  });
  const onBill = [6, 7].map((id) => ({ charge_id: id, title: `Charge ${id}`, amount: 1, tax: 0 }));
  const bill = { charges: onBill, removed_charges: [], kept_charges: [percent(6, 10), percent(7, 5, 6), percent(8, 50, 6)] };
  const price = (more: object) =>
    priceCart([line(1)], menuOf(item(1, 20)), dollar, { deliveryType: 'dinein', charges: [percent(6, 20)], covers: 2, ...more });
  expect(price({}).total).toBe(24);
  const round = price({ bill });
  expect(round.charges.map(({ charge_id: id, amount }) => [id, amount])).toEqual([
    [6, 2],
    [7, 1],
  ]);
  expect([round.total, round.claimed?.total]).toEqual([23, 20]);
});

describe('the last line', () => {
  const tenOff = [{ kind: 'percent' as const, value: '10' }];
  const given: Sale = { ...saleWith(line(1)), discounts: tenOff, covers: 4 };
  const add = (sale: Sale, more: Partial<Extract<SaleAction, { type: 'add' }>> = {}) =>
    saleReducer(sale, { type: 'add', line: line(1), ...more });

  test.each([
    ['remove', { type: 'remove', key: keyOf(line(1)) }],
    ['lower', { type: 'lower', key: keyOf(line(1)) }],
    ['keep', { type: 'keep', lines: [] }],
    ['takeOut', { type: 'takeOut', lines: [line(1)] }],
  ] satisfies [string, SaleAction][])('takes money off and guests along (%s), but of a table, a customer or a QR order', (_, action) => {
    const empty = saleReducer(given, action);
    expect(empty).toMatchObject({ lines: [], discounts: [], covers: null });
    for (const whose of [{ tableId: 5 }, { customer: { phone: '7', name: 'Omar' } }, { qrOrderId: 3 }])
      expect(saleReducer({ ...given, ...whose }, action)).toMatchObject({ lines: [], discounts: tenOff, covers: 4, ...whose });
    expect(add(empty, { freshKey: 'next' })).toMatchObject({ key: 'next', discounts: [], covers: null });
  });

  test('comes back with them, and another line leaves them as they are', () => {
    const two = add(given, { line: line(2) });
    expect(saleReducer(two, { type: 'remove', key: keyOf(line(2)) })).toMatchObject({ discounts: tenOff, covers: 4 });
    const empty = saleReducer(given, { type: 'remove', key: keyOf(line(1)) });
    expect(add(empty, { with: { discounts: tenOff, covers: 4 } })).toEqual(given);
    const fiveOff = [{ kind: 'percent' as const, value: '5' }];
    const others: Sale = { ...saleWith(line(2)), discounts: fiveOff, covers: 2 };
    expect(add(others, { with: { discounts: tenOff, covers: 4 } })).toMatchObject({ discounts: fiveOff, covers: 2 });
  });

  test('guests that were said before the first line stay', () => {
    expect(add({ ...newSale('key'), covers: 4 }, { freshKey: 'next' })).toMatchObject({ covers: 4 });
  });
});

test.each([
  ['its bill is paid', { type: 'table', tableId: null }],
  ['another table is chosen', { type: 'table', tableId: 7 }],
  ['the next order leaves the house', { type: 'dining', deliveryType: 'takeaway' }],
] satisfies [string, SaleAction][])('the customer of a round stays with its table, and is not the next guest’s when %s', (_, next) => {
  const maria = { phone: '7', name: 'Maria' };
  const round: Sale = { ...saleWith(line(1)), tableId: 5, isTableChosen: true, customer: maria };
  const kept = saleReducer(round, { type: 'sent', key: 'key', lines: round.lines, keepsTable: true, freshKey: 'k2' });
  const second = saleReducer(kept, { type: 'add', line: line(2) });
  expect(saleReducer(second, { type: 'table', tableId: 5 }).customer).toEqual(maria);
  expect([saleReducer(kept, next).customer, saleReducer(second, next).customer]).toEqual([null, null]);
  // who was chosen by somebody goes along
  const chosen = saleReducer(kept, { type: 'customer', customer: maria });
  expect([saleReducer(chosen, next).customer, saleReducer(round, next).customer]).toEqual([maria, maria]);
});
