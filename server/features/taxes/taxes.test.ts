import { expect, test } from 'vitest';
import { getMenuItem, updateMenuItem } from '#contract/menu-items.ts';
import { summarisePayment } from '#contract/orders.ts';
import { createOrder, initPos } from '#contract/pos.ts';
import { addTax, deleteTax, listTaxes, updateTax } from '#contract/taxes.ts';
import { database, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const vat = { title: 'VAT', rate: '8.875', type: 'exclusive' as const };
const plain = { parts: [], schedule: [] };
const paramsOf = (id: number) => ({ params: { id: String(id) } });

test('a tax is listed as it was added, in percent', async () => {
  const { admin } = await openRestaurant();

  const { status, reply } = await admin(addTax, { body: vat });
  await admin(addTax, { body: { title: ' GST ', rate: 5, type: 'inclusive' } });

  expect({ status, message: reply.message }).toEqual({ status: 200, message: 'Tax added.' });
  expect(reply.taxId).toBe(reply.id);
  expect((await admin(listTaxes, {})).reply).toEqual([
    { id: reply.id, title: 'VAT', rate: 8.875, type: 'exclusive', inForce: 8.875, ...plain },
    { id: expect.any(Number), title: 'GST', rate: 5, type: 'inclusive', inForce: 5, ...plain },
  ]);
});

test('a changed tax is at the till at once, and the change can be looked up', async () => {
  const { admin, tenantId, menu } = await withMenu(await openRestaurant());
  await admin(initPos, {});

  const { reply } = await admin(updateTax, { ...paramsOf(menu.vat), body: { title: 'Sales tax', rate: 12.5, type: 'inclusive' } });

  expect(reply).toEqual({ success: true, message: 'Tax updated.' });
  const soup = (await admin(initPos, {})).reply.menuItems.find(({ id }) => id === menu.soup);
  expect(soup).toMatchObject({ tax_id: menu.vat, tax_title: 'Sales tax', tax_rate: 12.5, tax_type: 'inclusive' });
  const { rows } = await database.query(
    "select before, after from audit_log where tenant_id = $1 and entity = 'taxes' and entity_id = $2 and action = 'update'",
    [tenantId, menu.vat],
  );
  expect(rows).toEqual([
    {
      before: { id: menu.vat, title: 'VAT', rate: 100_000, type: 'exclusive', parts: null, schedule: null },
      after: { title: 'Sales tax', rate: 125_000, type: 'inclusive', parts: null, schedule: null },
    },
  ]);
});

test('deleting a tax clears it on the items; orders keep it', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const order = await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 2 }] } });
  const bill = { body: { orderIds: [order.reply.orderId] } };
  const before = (await admin(summarisePayment, bill)).reply;
  expect(before).toMatchObject({ subtotal: 9, taxTotal: 0.9, total: 9.9 });

  const { reply } = await admin(deleteTax, paramsOf(menu.vat));

  expect(reply).toEqual({ success: true, message: 'Tax deleted.' });
  expect((await admin(listTaxes, {})).reply.map(({ title }) => title)).toEqual(['Duty']);
  expect((await admin(getMenuItem, paramsOf(menu.soup))).reply).toMatchObject({ tax_id: null, tax_title: null, tax_rate: null });
  expect((await admin(getMenuItem, paramsOf(menu.wine))).reply).toMatchObject({ tax_id: menu.duty });
  expect((await admin(summarisePayment, bill)).reply).toEqual(before);
});

test('a deleted tax cannot be changed, deleted again or taken up by an item', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  await admin(deleteTax, paramsOf(menu.vat));

  expect((await admin(updateTax, { ...paramsOf(menu.vat), body: vat })).status).toBe(404);
  expect((await admin(deleteTax, paramsOf(menu.vat))).reply).toMatchObject({ code: 'not_found', message: 'This tax does not exist!' });
  const { status } = await admin(updateMenuItem, { ...paramsOf(menu.bread), body: { title: 'Bread', price: 2, taxId: menu.vat } });
  expect(status).toBe(404);
});

test.each([0, '0', 100, '100.0000', 0.0001, '12.3456'])('%s is a rate', async (rate) => {
  const { admin } = await openRestaurant();

  expect((await admin(addTax, { body: { ...vat, rate } })).status).toBe(200);

  expect((await admin(listTaxes, {})).reply[0]?.rate).toBe(Number(rate));
});

test.each([100.0001, '100.0001', -1, '-0.0001', 5.00001, 'much', '', null, undefined, '1e1', true])('%s is no rate', async (rate) => {
  const { admin } = await openRestaurant();
  const { reply } = await admin(addTax, { body: vat });
  const body = { ...vat, rate: rate as number };

  for (const refused of [await admin(addTax, { body }), await admin(updateTax, { ...paramsOf(reply.id), body })])
    expect([refused.status, refused.reply.message]).toEqual([400, 'Invalid value provided in Tax Rate!']);

  expect((await admin(listTaxes, {})).reply).toMatchObject([{ rate: 8.875 }]);
});

test('a tax needs a title and a type', async () => {
  const { admin } = await openRestaurant();
  const { reply } = await admin(addTax, { body: vat });
  const add = async (body: object) => (await admin(addTax, { body: { ...vat, ...body } })).reply.message;
  const update = async (body: object) => (await admin(updateTax, { ...paramsOf(reply.id), body: { ...vat, ...body } })).reply.message;

  for (const title of [undefined, null, '', '  ', 'VAT\u0000', 7]) {
    expect(await add({ title })).toBe('Provide Title!');
    expect(await update({ title })).toBe('Please provide title!');
  }
  for (const type of [undefined, null, '', 'none']) {
    expect(await add({ type })).toBe('Select Tax Type!');
    expect(await update({ type })).toBe('Select Tax Type!');
  }
  expect((await admin(addTax, { body: { ...vat, title: 'x'.repeat(121) } })).status).toBe(400);
  expect((await admin(addTax, { body: { ...vat, title: 'x'.repeat(120) } })).status).toBe(200);
});

test('one restaurant cannot see, change or delete the tax of another', async () => {
  const mine = await openRestaurant();
  const theirs = await openRestaurant();
  const { reply } = await theirs.admin(addTax, { body: vat });

  expect((await mine.admin(listTaxes, {})).reply).toEqual([]);
  expect((await mine.admin(updateTax, { ...paramsOf(reply.id), body: vat })).status).toBe(404);
  expect((await mine.admin(deleteTax, paramsOf(reply.id))).status).toBe(404);
  expect((await theirs.admin(listTaxes, {})).reply).toHaveLength(1);
});

test('only who has the settings scope sees or changes taxes', async () => {
  const { admin, staff } = await openRestaurant();
  const { reply } = await admin(addTax, { body: vat });
  const waiter = await staff('POS', 'ORDERS', 'REPORTS');
  const manager = await staff('SETTINGS');

  expect((await waiter(listTaxes, {})).status).toBe(403);
  expect((await waiter(addTax, { body: vat })).status).toBe(403);
  expect((await waiter(updateTax, { ...paramsOf(reply.id), body: vat })).status).toBe(403);
  expect((await waiter(deleteTax, paramsOf(reply.id))).status).toBe(403);
  expect((await manager(deleteTax, paramsOf(reply.id))).status).toBe(200);
});

test('an id that is none is refused', async () => {
  const { admin } = await openRestaurant();

  for (const id of ['0', '-1', '1.5', 'one', '99999999999999999']) expect((await admin(deleteTax, { params: { id } })).status).toBe(400);
  expect((await admin(deleteTax, { params: { id: '9007199254740991' } })).status).toBe(404);
});

test('a tax changes once on a day', async () => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const schedule = ['2127-01-01', '2127-01-02', '2127-01-01'].map((from, place) => ({ from, rate: place }));
  const added = await admin(addTax, { body: { ...vat, schedule } });
  expect([added.status, added.reply.message]).toEqual([400, 'A tax changes once on a day!']);
  const errors = [{ path: ['schedule', 2, 'from'], message: 'A tax changes once on a day!' }];
  const refused = await admin(updateTax, { ...paramsOf(menu.vat), body: { ...vat, schedule } });
  expect(refused).toMatchObject({ status: 400, reply: { message: 'A tax changes once on a day!', errors } });
  expect((await admin(updateTax, { ...paramsOf(menu.vat), body: { ...vat, schedule: schedule.slice(1) } })).status).toBe(200);
});

test('a tax that a release before let change twice on a day can still be changed otherwise', async () => {
  const { admin, tenantId } = await openRestaurant();
  const { id } = (await admin(addTax, { body: vat })).reply;
  const stored = [5, 6].map((percent) => ({ from: '2127-01-01', rate: percent * 10_000 }));
  await database.query(
    `begin; set local app.tenant_id = '${tenantId}'; update taxes set schedule = '${JSON.stringify(stored)}' where id = ${id}; commit`,
  );
  const [tax] = (await admin(listTaxes, {})).reply;
  const [first, second] = tax!.schedule!;
  expect([first, second]).toMatchObject([{ rate: 5 }, { rate: 6 }]);
  const save = async (body: object) => {
    const { status, reply } = await admin(updateTax, { ...paramsOf(id), body: { ...vat, schedule: tax!.schedule, ...body } });
    return [status, reply.message];
  };
  // with what a form says that it began with, and as an old client
  expect(await save({ title: 'Sales tax', basedOn: tax })).toEqual([200, 'Tax updated.']);
  expect(await save({ title: 'Levy', rate: 9 })).toEqual([200, 'Tax updated.']);
  expect((await admin(listTaxes, {})).reply).toMatchObject([{ title: 'Levy', rate: 9, schedule: tax!.schedule }]);
  const refused = [400, 'A tax changes once on a day!'];
  expect(await save({ schedule: [first, { ...second, rate: 7 }] })).toEqual(refused);
  expect(await save({ schedule: [second, first] })).toEqual(refused);
  expect(await save({ schedule: [first] })).toEqual([200, 'Tax updated.']);
});
