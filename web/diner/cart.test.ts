import { expect, test } from 'vitest';
import { type CartLine, compare, countOf, lineOf, LINES_MAX, withLine, withNotes, withoutSent, withQuantity } from './cart.ts';
import { chargeNotes, costHere, currencyOf, dishesHere, taxSentence } from './prices.ts';
import { itemWith, smallMenu } from './testing-menu.ts';

const usd = currencyOf('USD');
const [soup, wine, bread] = smallMenu.menuItems as [
  (typeof smallMenu.menuItems)[0],
  (typeof smallMenu.menuItems)[0],
  (typeof smallMenu.menuItems)[0],
];
const plain = (item: typeof soup, quantity = 1, notes: string | null = null) =>
  lineOf(item, { variant: null, addons: [], notes, quantity }, usd);
const bottle = lineOf(wine, { variant: wine.variants[1]!, addons: wine.addons, notes: null, quantity: 1 }, usd);

test('a line costs its variant instead of the base, and its addons on top', () => {
  expect(bottle).toMatchObject({ price: 27.25, variant_id: 22, addons_ids: [23] });
  // 0.1 + 0.2 in binary floating point is not 0.3
  const item = itemWith({ id: 9, price: 0.1, addons: [{ id: 1, item_id: 9, title: 'x', price: 0.2 }] });
  expect(lineOf(item, { variant: null, addons: item.addons, notes: null, quantity: 1 }, usd).price).toBe(0.3);
});

test('the same choice is one line, another one its own; a full cart takes no more', () => {
  const lines = [plain(soup), plain(soup, 2), plain(soup, 1, 'hot'), bottle].reduce(withLine, [] as CartLine[]);
  expect(lines.map(({ id, quantity, notes }) => [id, quantity, notes])).toEqual([
    [1, 3, null],
    [1, 1, 'hot'],
    [2, 1, null],
  ]);
  const full = Array.from({ length: LINES_MAX + 3 }, (_, id) => plain(itemWith({ id: id + 1 }))).reduce(withLine, [] as CartLine[]);
  expect(full).toHaveLength(LINES_MAX);
  expect(withLine(full, plain(itemWith({ id: 1 })))[0]).toMatchObject({ quantity: 2 });
});

test('an addon that an older page kept twice is priced and sent once, as the server does', () => {
  const twice = { ...bottle, line: 1, addons_ids: [23, 23], addons: [...bottle.addons, ...bottle.addons], price: 30.5 };
  expect(compare([twice], smallMenu.menuItems, usd)).toMatchObject([{ isGone: false, addons_ids: [23], price: 27.25, oldPrice: 30.5 }]);
});

test('a quantity of 0 removes the line, more than 99 is 99, and notes change one line only', () => {
  const lines = [plain(soup), plain(bread)].reduce(withLine, [] as CartLine[]);
  expect(withQuantity(lines, 1, 0).map(({ title }) => title)).toEqual(['Bread']);
  expect(countOf(withQuantity(lines, 2, 5000))).toBe(100);
  expect(withNotes(lines, 2, 'warm').map(({ notes }) => notes)).toEqual([null, 'warm']);
});

test('what was sent leaves the cart piece by piece, also when its notes have changed since', () => {
  const lines = [plain(soup, 2), plain(soup, 2, 'hot'), plain(bread, 3), bottle].reduce(withLine, [] as CartLine[]);
  const sent = [plain(soup, 3), plain(bread, 1, 'warm'), bottle].reduce(withLine, [] as CartLine[]);
  const left = (cart: CartLine[]) => cart.map(({ title, quantity, notes }) => [title, quantity, notes]);

  expect(left(withoutSent(lines, sent))).toEqual([
    ['Crème', 1, 'hot'],
    ['Bread', 2, null],
  ]);
  expect(left(withoutSent(lines, []))).toEqual(left(lines));
});

test('what has gone is marked and not added up; what costs something else shows both prices', () => {
  const lines = [plain(soup, 2), bottle, plain(bread)].reduce(withLine, [] as CartLine[]);
  const menu = [
    { ...soup, price: 5 },
    { ...wine, addons: [] },
    { ...bread, sold_out: true },
  ];

  const shown = compare(lines, menu, usd);

  expect(shown.map(({ isGone, price, oldPrice }) => [isGone, price, oldPrice])).toEqual([
    [false, 5, 4.5],
    [true, 27.25, null],
    [true, 2, null],
  ]);
  expect(costHere(shown.slice(0, 1), usd).totals).toEqual({ net: 1000n, tax: 100n, total: 1100n });
});

test('what is ordered without a table has the tax of what is taken away', () => {
  const low = { id: 7, title: 'Low VAT', rate: 5, type: 'inclusive' as const };
  const menuItems = [{ ...soup, taxIdTakeaway: 7, takeaway_tax: low }, wine, { ...bread, taxIdTakeaway: 7, takeaway_tax: low }];
  const lines = [plain(soup, 2), plain(wine), plain(bread)].reduce(withLine, [] as CartLine[]);
  const table = { id: 'table', table_title: 'T1', floor: 'Ground', seating_capacity: 4 };
  const sumsAt = (storeTable: typeof table | null) => {
    const here = dishesHere({ menuItems, storeTable });
    return [costHere(compare(lines, here, usd), usd).totals, taxSentence(here)];
  };

  // 9.00 and 10 %, 6.00, 2.00
  expect(sumsAt(table)).toEqual([{ net: 1700n, tax: 90n, total: 1790n }, 'Here, tax is added to the prices in your cart.']);
  // 11.00 with 5 % inside is 10.476, 6.00
  expect(sumsAt(null)).toEqual([{ net: 1648n, tax: 52n, total: 1700n }, 'Here, the prices include tax.']);
});

test.each([
  [[], undefined],
  [['exclusive'], 'Here, tax is added to the prices in your cart.'],
  [['inclusive'], 'Here, the prices include tax.'],
  [['inclusive', 'exclusive'], 'Some prices here include tax; for others it is added in your cart.'],
] as const)('a menu whose taxes are %j says so', (types, sentence) => {
  const untaxed = [itemWith({ id: 1 }), itemWith({ id: 2, tax_rate: 0, tax_type: 'exclusive' })];
  expect(taxSentence([...untaxed, ...types.map((tax_type, n) => itemWith({ id: 3 + n, tax_rate: 8, tax_type }))])).toBe(sentence);
});

test('charges are in the sum of a cart with something in it; what depends on the guests is told apart', () => {
  const charges = [
    { id: 1, title: 'Service', kind: 'percent' as const, value: 12.5, tax: null, minCovers: 0 },
    { id: 2, title: 'Large party', kind: 'amount' as const, value: 5, tax: null, minCovers: 6 },
  ];
  const bread = { price: 2, quantity: 4, tax_id: null, tax_title: null, tax_rate: null, tax_type: null };
  const cost = costHere([bread], usd, charges);
  expect([cost.totals.total, cost.charges.map(({ rule, amount }) => [rule.title, amount])]).toEqual([900n, [['Service', 100n]]]);
  expect(costHere([], usd, charges).totals.total).toBe(0n);
  expect(chargeNotes(charges, usd)).toEqual(['Service, 12.5 %, is added.', 'Large party, $5.00, is added once for parties of 6 or more.']);
  expect(chargeNotes([{ ...charges[0]!, minCovers: 1 }], usd)).toEqual(['Service, 12.5 %, is added for parties of 1 or more.']);
});
