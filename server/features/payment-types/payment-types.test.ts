import { expect, test } from 'vitest';
import { listInvoices } from '#contract/invoices.ts';
import { addPaymentType, deletePaymentType, listPaymentTypes, togglePaymentType, updatePaymentType } from '#contract/payment-types.ts';
import { createOrderAndInvoice, initPos } from '#contract/pos.ts';
import { openRestaurant, type Caller } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const paramsOf = (id: number) => ({ params: { id: String(id) } });
const add = async (admin: Caller, title: string) => (await admin(addPaymentType, { body: { title } })).reply;
const listed = async (admin: Caller) => (await admin(listPaymentTypes, {})).reply.map(({ title, is_active }) => [title, is_active]);
const atTheTill = async (admin: Caller) => (await admin(initPos, {})).reply.paymentTypes.map(({ title }) => title);

test('a new restaurant takes cash, and others that it adds', async () => {
  const { admin } = await openRestaurant();

  const card = await add(admin, 'Card');
  await admin(addPaymentType, { body: { title: 'Voucher', isActive: 0 } });

  expect(card).toEqual({ success: true, message: 'Payment type added.', id: card.id, paymentTypeId: card.id });
  expect(await listed(admin)).toEqual([
    ['Cash', true],
    ['Card', true],
    ['Voucher', false],
  ]);
  expect(await atTheTill(admin)).toEqual(['Cash', 'Card']);
});

test('one that is switched off leaves the till and comes back', async () => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin, 'Card');

  const { reply } = await admin(togglePaymentType, { ...paramsOf(id), body: { isActive: false } });
  expect(reply.message).toBe('Payment type switched off.');
  expect(await atTheTill(admin)).toEqual(['Cash']);
  expect(await listed(admin)).toContainEqual(['Card', false]);

  await admin(togglePaymentType, { ...paramsOf(id), body: { isActive: 1 } });
  expect(await atTheTill(admin)).toEqual(['Cash', 'Card']);
});

test('an update without the switch leaves it as it is', async () => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin, 'Card');
  await admin(togglePaymentType, { ...paramsOf(id), body: { isActive: false } });

  await admin(updatePaymentType, { ...paramsOf(id), body: { title: 'Credit card' } });
  expect(await listed(admin)).toContainEqual(['Credit card', false]);

  const { reply } = await admin(updatePaymentType, { ...paramsOf(id), body: { title: 'Debit card', isActive: true } });
  expect(reply).toEqual({ success: true, message: 'Payment type updated.' });
  expect(await listed(admin)).toContainEqual(['Debit card', true]);
});

test('payments keep the title of a deleted payment type, and nobody can pay with it any more', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const { id } = await add(admin, 'Card');
  const sale = { body: { cart: [{ id: menu.bread, quantity: 1 }], paymentTypeId: id } };
  expect((await admin(createOrderAndInvoice, sale)).status).toBe(200);

  const { reply } = await admin(deletePaymentType, paramsOf(id));

  expect(reply).toEqual({ success: true, message: 'Payment type deleted.' });
  expect(await listed(admin)).toEqual([['Cash', true]]);
  expect((await admin(createOrderAndInvoice, sale)).status).toBe(404);
  expect((await admin(listInvoices, { query: { type: 'today' } })).reply).toMatchObject([{ payment_type: 'Card' }]);
});

test('a deleted payment type is gone', async () => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin, 'Card');
  await admin(deletePaymentType, paramsOf(id));

  const again = await admin(deletePaymentType, paramsOf(id));
  expect([again.status, again.reply.message]).toEqual([404, 'This payment type does not exist!']);
  expect((await admin(updatePaymentType, { ...paramsOf(id), body: { title: 'Card' } })).status).toBe(404);
  expect((await admin(togglePaymentType, { ...paramsOf(id), body: { isActive: true } })).status).toBe(404);
});

test('a payment type needs a title, and its switch is on or off', async () => {
  const { admin } = await openRestaurant();
  const { id } = await add(admin, 'Card');

  for (const title of [undefined, null, '', ' ', '\u0000']) {
    const added = await admin(addPaymentType, { body: { title: title as string } });
    expect([added.status, added.reply.message]).toEqual([400, 'Please provide Payment Type Title!']);
    const updated = await admin(updatePaymentType, { ...paramsOf(id), body: { title: title as string } });
    expect([updated.status, updated.reply.message]).toEqual([400, 'Please provide title!']);
  }
  expect((await admin(addPaymentType, { body: { title: 'x'.repeat(121) } })).status).toBe(400);
  for (const isActive of [undefined, null, 'yes', 2])
    expect((await admin(togglePaymentType, { ...paramsOf(id), body: { isActive: isActive as unknown as boolean } })).status).toBe(400);
});

test('one restaurant cannot see, change, pay with or delete the payment type of another', async () => {
  const mine = await withMenu(await openRestaurant());
  const theirs = await openRestaurant();
  const { id } = await add(theirs.admin, 'Card');

  expect(await listed(mine.admin)).toEqual([['Cash', true]]);
  expect((await mine.admin(updatePaymentType, { ...paramsOf(id), body: { title: 'Mine' } })).status).toBe(404);
  expect((await mine.admin(togglePaymentType, { ...paramsOf(id), body: { isActive: false } })).status).toBe(404);
  expect((await mine.admin(deletePaymentType, paramsOf(id))).status).toBe(404);
  const sale = await mine.admin(createOrderAndInvoice, { body: { cart: [{ id: mine.menu.bread, quantity: 1 }], paymentTypeId: id } });
  expect(sale.status).toBe(404);
  expect(await listed(theirs.admin)).toEqual([
    ['Cash', true],
    ['Card', true],
  ]);
});

test('only who has the settings scope sees or changes payment types', async () => {
  const { admin, staff } = await openRestaurant();
  const { id } = await add(admin, 'Card');
  const waiter = await staff('POS', 'INVOICES');

  expect((await waiter(listPaymentTypes, {})).status).toBe(403);
  expect((await waiter(addPaymentType, { body: { title: 'Cheque' } })).status).toBe(403);
  expect((await waiter(updatePaymentType, { ...paramsOf(id), body: { title: 'Cheque' } })).status).toBe(403);
  expect((await waiter(togglePaymentType, { ...paramsOf(id), body: { isActive: false } })).status).toBe(403);
  expect((await waiter(deletePaymentType, paramsOf(id))).status).toBe(403);
});
