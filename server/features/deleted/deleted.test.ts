import { expect, test } from 'vitest';
import { addCharge, deleteCharge, listCharges } from '#contract/charges.ts';
import { deleteCategory, updateCategory } from '#contract/categories.ts';
import { type Restorable, restoreDeleted } from '#contract/deleted.ts';
import { deleteAddon, deleteMenuItem, deleteVariant, listMenuItems, updateMenuItem } from '#contract/menu-items.ts';
import { addPrinter, deletePrinter, listPrinters } from '#contract/printers.ts';
import { addReason, deleteReason, listReasons } from '#contract/reasons.ts';
import { addStation, deleteStation, listStations, updateStation } from '#contract/stations.ts';
import { addPaymentType, deletePaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { addTable, deleteTable, listTables } from '#contract/tables.ts';
import { addTax, deleteTax, listTaxes } from '#contract/taxes.ts';
import { openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const idParams = (id: number) => ({ params: { id: String(id) } });
const restore = (admin: Caller, kind: Restorable, id: number) => admin(restoreDeleted, { body: { kind, id } });

test('a deletion that is taken back leaves the menu, the taxes and the tables as they were', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const cash = (await admin(addPaymentType, { body: { title: 'Voucher', isActive: true } })).reply.id;
  const look = async () => [
    (await admin(listMenuItems, {})).reply,
    (await admin(listTaxes, {})).reply,
    (await admin(listTables, {})).reply,
    (await admin(listPaymentTypes, {})).reply,
  ];
  const before = await look();
  const wine = { itemId: String(menu.wine) };
  const deletions: [Restorable, number, () => Promise<unknown>, string][] = [
    ['taxes', menu.vat, () => admin(deleteTax, idParams(menu.vat)), 'VAT is back; 1 item has its tax again.'],
    ['categories', menu.category, () => admin(deleteCategory, idParams(menu.category)), 'All is back; 3 items have their category again.'],
    ['payment_types', cash, () => admin(deletePaymentType, idParams(cash)), 'Voucher is back.'],
    ['store_tables', menu.t1, () => admin(deleteTable, idParams(menu.t1)), 'T1 is back.'],
    [
      'menu_item_variants',
      menu.large,
      () => admin(deleteVariant, { params: { ...wine, variantId: String(menu.large) } }),
      'Large is back.',
    ],
    ['menu_item_addons', menu.ice, () => admin(deleteAddon, { params: { ...wine, addonId: String(menu.ice) } }), 'Ice is back.'],
    ['menu_items', menu.wine, () => admin(deleteMenuItem, idParams(menu.wine)), 'Wine is back.'],
  ];
  for (const [kind, id, remove, message] of deletions) {
    await remove();
    expect(await look()).not.toEqual(before);
    expect((await restore(admin, kind, id)).reply).toEqual({ success: true, message });
    expect(await look()).toEqual(before);
    expect((await restore(admin, kind, id)).status).toBe(404);
  }
});

test('an item that has another tax since keeps it, and what is called so by now is not doubled', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await admin(deleteTax, idParams(menu.vat));
  await admin(updateMenuItem, { ...idParams(menu.soup), body: { title: 'Soup', price: 4.5, taxId: menu.duty } });
  expect((await restore(admin, 'taxes', menu.vat)).reply.message).toBe('VAT is back.');
  expect((await admin(listMenuItems, {})).reply.find(({ id }) => id === menu.soup)?.tax_id).toBe(menu.duty);

  await admin(deleteTax, idParams(menu.vat));
  await admin(addTax, { body: { title: 'VAT', rate: 5, type: 'exclusive' } });
  expect((await restore(admin, 'taxes', menu.vat)).status).toBe(409);
  await admin(deleteTable, idParams(menu.t2));
  await admin(addTable, { body: { title: 'T2', floor: 'Ground', seatingCapacity: 2 } });
  expect((await restore(admin, 'store_tables', menu.t2)).reply.message).toBe('There is another "T2" by now!');
});

test('one restaurant takes back nothing of another, nor somebody without the scope', async () => {
  const mine = await openRestaurant();
  const theirs = await withMenu(await openRestaurant());
  await theirs.admin(deleteTax, idParams(theirs.menu.vat));
  expect((await restore(mine.admin, 'taxes', theirs.menu.vat)).status).toBe(404);
  expect((await restore(await theirs.staff('POS'), 'taxes', theirs.menu.vat)).status).toBe(403);
  expect((await restore(theirs.admin, 'taxes', theirs.menu.vat)).status).toBe(200);
});

test('charges, reasons and printers come back as they were, unless another is called so by now', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const chargeBody = { title: 'Service', kind: 'percent' as const, value: '10', taxId: menu.vat };
  const charge = (await admin(addCharge, { body: chargeBody })).reply.id;
  const reason = (await admin(addReason, { body: { kind: 'void', title: 'Dropped', needsNote: true } })).reply.id;
  const printerBody = { title: 'Bar', kind: 'cloudprnt' as const };
  const { id: printer, pollToken } = (await admin(addPrinter, { body: printerBody })).reply;
  expect(pollToken).toBeTruthy();
  const look = async () => [
    (await admin(listCharges, {})).reply,
    (await admin(listReasons, {})).reply,
    (await admin(listPrinters, {})).reply,
  ];
  const before = await look();
  const deletions: [Restorable, number, typeof deleteCharge | typeof deleteReason | typeof deletePrinter, string][] = [
    ['charges', charge, deleteCharge, 'Service'],
    ['reasons', reason, deleteReason, 'Dropped'],
    ['printers', printer, deletePrinter, 'Bar'],
  ];
  for (const [kind, id, remove, title] of deletions) {
    await admin(remove, idParams(id));
    expect(await look()).not.toEqual(before);
    expect((await restore(admin, kind, id)).reply.message).toBe(`${title} is back.`);
    expect(await look()).toEqual(before);
  }
  for (const [, id, remove] of deletions) await admin(remove, idParams(id));
  await admin(addCharge, { body: chargeBody });
  await admin(addReason, { body: { kind: 'void', title: 'dropped', needsNote: false } });
  await admin(addPrinter, { body: printerBody });
  for (const [kind, id] of deletions) expect((await restore(admin, kind, id)).status).toBe(409);
  // and nothing is added twice
  expect((await admin(addReason, { body: { kind: 'void', title: 'Dropped', needsNote: false } })).status).toBe(409);
  expect((await admin(addReason, { body: { kind: 'refund', title: 'Dropped', needsNote: false } })).status).toBe(200);
  expect((await admin(addPrinter, { body: printerBody })).status).toBe(409);
});

test('a tax that is taken back says what has it again: also of take-away, and charges', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await admin(updateMenuItem, { ...idParams(menu.soup), body: { title: 'Soup', price: 4.5, taxIdTakeaway: menu.vat } });
  await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: '10', taxId: menu.vat } });
  await admin(addCharge, { body: { title: 'Music', kind: 'amount', value: '2', taxId: menu.vat } });
  await admin(deleteTax, idParams(menu.vat));
  expect((await restore(admin, 'taxes', menu.vat)).reply.message).toBe(
    'VAT is back; 1 item, 1 item of take-away and 2 charges have their tax again.',
  );
});

test('a station that is taken back makes its dishes again, and is the fallback again unless another became it', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const bar = (await admin(addStation, { body: { title: 'Bar' } })).reply.id;
  const grill = (await admin(addStation, { body: { title: 'Grill' } })).reply.id;
  await admin(updateMenuItem, { ...idParams(menu.soup), body: { title: 'Soup', price: 4.5, stationId: bar } });
  await admin(updateMenuItem, { ...idParams(menu.wine), body: { title: 'Wine', price: 6, stationId: bar } });
  const stationOf = async (id: number) => (await admin(listMenuItems, {})).reply.find((item) => item.id === id)?.stationId ?? null;
  const fallback = async () => (await admin(listStations, {})).reply.filter(({ isFallback }) => isFallback).map(({ id }) => id);

  await admin(deleteStation, idParams(bar));
  expect([await stationOf(menu.soup), await fallback()]).toEqual([null, [grill]]);
  // the wine is made at the grill by now
  await admin(updateMenuItem, { ...idParams(menu.wine), body: { title: 'Wine', price: 6, stationId: grill } });
  expect((await restore(admin, 'stations', bar)).reply.message).toBe('Bar is back; 1 item has its station again.');
  expect([await stationOf(menu.soup), await stationOf(menu.wine), await fallback()]).toEqual([bar, grill, [bar]]);

  await admin(deleteStation, idParams(bar));
  const pass = (await admin(addStation, { body: { title: 'Pass' } })).reply.id;
  await admin(updateStation, { ...idParams(pass), body: { title: 'Pass', isFallback: true } });
  expect((await restore(admin, 'stations', bar)).status).toBe(200);
  expect(await fallback()).toEqual([pass]);

  // a dish whose category is made elsewhere was given the heir by name
  await admin(updateCategory, { ...idParams(menu.category), body: { title: 'All', stationId: grill } });
  await admin(updateMenuItem, { ...idParams(menu.soup), body: { title: 'Soup', price: 4.5, stationId: bar } });
  await admin(deleteStation, idParams(bar));
  expect(await stationOf(menu.soup)).toBe(pass);
  await restore(admin, 'stations', bar);
  expect(await stationOf(menu.soup)).toBe(bar);

  for (const id of [bar, grill, pass]) await admin(deleteStation, idParams(id));
  await restore(admin, 'stations', grill);
  expect(await fallback()).toEqual([grill]);
});

test('a currency change keeps the number that a charge shows, also of one that comes back', async () => {
  const { admin } = await openRestaurant();
  const add = async (title: string, kind: 'amount' | 'percent', value: string) =>
    (await admin(addCharge, { body: { title, kind, value } })).reply.id;
  await add('Service', 'percent', '12.5');
  await add('Delivery', 'amount', '5');
  const box = await add('Box', 'amount', '3');
  await admin(deleteCharge, idParams(box));
  const values = async () => (await admin(listCharges, {})).reply.map(({ value }) => value);
  const change = (currency: string) => admin(saveStoreSetting, { body: { currency } });
  expect((await change('JPY')).status).toBe(200);
  await restore(admin, 'charges', box);
  expect(await values()).toEqual([12.5, 5, 3]);
  expect((await change('KWD')).status).toBe(200);
  expect(await values()).toEqual([12.5, 5, 3]);
});
