import { expect, test } from 'vitest';
import { deleteCategory } from '#contract/categories.ts';
import { type Restorable, restoreDeleted } from '#contract/deleted.ts';
import { deleteAddon, deleteMenuItem, deleteVariant, listMenuItems, updateMenuItem } from '#contract/menu-items.ts';
import { addPaymentType, deletePaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { addTable, deleteTable, listTables } from '#contract/tables.ts';
import { addTax, deleteTax, listTaxes } from '#contract/taxes.ts';
import { openRestaurant, type Caller } from '#server/testing.ts';
import { withMenu } from '#server/testing-menu.ts';

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
