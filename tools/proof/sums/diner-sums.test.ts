import { expect, test } from 'vitest';
import type { Currency } from '#contract/currencies.ts';
import { addCharge } from '#contract/charges.ts';
import { listChecks } from '#contract/checks.ts';
import { addMenuItem, type MenuItem } from '#contract/menu-items.ts';
import type { Cost } from '#contract/adjustments.ts';
import { toDecimal } from '#contract/pricing.ts';
import { getQrMenu, placeQrOrder, type QrMenu } from '#contract/qr-menu.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { listTables } from '#contract/tables.ts';
import { addTax } from '#contract/taxes.ts';
import { callAs, openApp, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

/** What is used of the page's own code; it is compiled with the web, and therefore loaded by its name. */
interface Prices {
  currencyOf: (code: string) => Currency;
  dishesHere: (menu: QrMenu) => MenuItem[];
  costHere: (lines: object[], currency: Currency, charges: QrMenu['charges']) => Cost;
}
const load = async <T>(name: string): Promise<T> => (await import(name)) as T;

test('a guest’s page adds up what the server bills, at a table and without one', async () => {
  const { costHere, currencyOf, dishesHere } = await load<Prices>('#web/diner/prices.ts');
  const app = await openApp();
  const { admin, menu } = await withMenu(await openRestaurant({ app }));
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true, isQROrderToKitchen: true } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const [t1] = (await admin(listTables, {})).reply;
  const schedule = [{ from: '2020-01-01', rate: 7 }];
  const { taxId: low } = (await admin(addTax, { body: { title: 'Low', rate: 5, type: 'inclusive', schedule } })).reply;
  const add = async (title: string, price: string, taxId: number | null, taxIdTakeaway: number | null) =>
    (await admin(addMenuItem, { body: { title, price, netPrice: null, taxId, taxIdTakeaway } })).reply.menuItemId;
  const ids = [
    await add('Coffee', '3.35', menu.duty, low),
    await add('Cake', '4.15', menu.vat, low),
    await add('Fruit', '1.05', null, menu.vat),
    menu.soup,
    menu.wine,
    menu.bread,
  ];
  const guest = callAs(app, {});

  const billed = async (tableId: string | null) => {
    const read = (await guest(getQrMenu, { params: { qrcode }, query: { tableId } })).reply;
    const currency = currencyOf(read.storeSettings.currency);
    const here = dishesHere(read);
    const lines = ids.map((id, index) => ({ ...here.find((item) => item.id === id)!, quantity: 1 + index }));
    const shown = costHere(lines, currency, read.charges).totals;
    const cartItems = lines.map(({ id, quantity, price }) => ({ id, quantity, price }));
    const body = { deliveryType: null, cartItems, customerType: 'WALKIN' as const, customer: null, tableId };
    expect((await guest(placeQrOrder, { params: { qrcode }, body })).status).toBe(200);
    const bill = (await admin(listChecks, { query: {} })).reply.at(-1)!;
    expect(toDecimal(shown.total, currency.decimals)).toBe(bill.total);
    return bill.total;
  };

  // 3.35, 8.30 and 10 %, 3.15, 18.00 and 10 %, 30.00, 12.00
  expect(await billed(t1!.encrypted_id)).toBe(77.43);
  // 3.35, 8.30, 3.15 and 10 %, 18.00 and 10 %, 30.00, 12.00
  expect(await billed(null)).toBe(76.92);

  const charge = (title: string, body: object) => admin(addCharge, { body: { title, kind: 'percent', value: '10', ...body } });
  await charge('Service', { deliveryTypes: ['dinein'], taxId: menu.vat });
  await charge('Bag', { kind: 'amount', value: '0.20', deliveryTypes: ['takeaway'] });
  await charge('Cover', { kind: 'amount', value: '1.50', deliveryTypes: ['dinein'] });
  await charge('Large party', { minCovers: 6 });
  await charge('Not now', { isActive: false });
  const named = async (tableId: string | null) =>
    (await guest(getQrMenu, { params: { qrcode }, query: { tableId } })).reply.charges?.map(({ title, minCovers }) => [title, minCovers]);
  const [, t2] = (await admin(listTables, {})).reply;
  expect(await named(t2!.encrypted_id)).toEqual([
    ['Service', 0],
    ['Cover', 0],
    ['Large party', 6],
  ]);
  expect(await named(null)).toEqual([
    ['Bag', 0],
    ['Large party', 6],
  ]);
  // what the lines come to is 74.80: 7.48 and 10 %, and 1.50
  expect(await billed(t2!.encrypted_id)).toBe(87.16);
  expect(await billed(null)).toBe(77.12);
});
