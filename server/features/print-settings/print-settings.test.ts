import { expect, test } from 'vitest';
import { initPos } from '#contract/pos.ts';
import { getPrintSetting, savePrintSetting } from '#contract/print-settings.ts';
import { database, openRestaurant, type Caller } from '#server/testing/restaurant.ts';

const read = async (admin: Caller) => (await admin(getPrintSetting, {})).reply;
const save = (admin: Caller, body: object) => admin(savePrintSetting, { body });

const fresh = {
  pageFormat: '80',
  header: null,
  footer: null,
  showNotes: 1,
  isEnablePrint: 0,
  showStoreDetails: 1,
  showCustomerDetails: 1,
  printToken: 1,
};

test('flags are read as 1 and 0', async () => {
  const { admin } = await openRestaurant();

  expect(await read(admin)).toEqual(fresh);
});

test('what is saved is read again, and is at the till at once', async () => {
  const { admin } = await openRestaurant();
  await admin(initPos, {});

  const { reply } = await save(admin, {
    pageFormat: 57,
    header: 'Welcome',
    footer: 'Thank you\nand goodbye',
    showNotes: 0,
    isEnablePrint: true,
    showStoreDetails: false,
    showCustomerDetails: 0,
    printToken: false,
  });

  expect(reply).toEqual({ success: true, message: 'Print settings saved.' });
  expect(await read(admin)).toEqual({
    pageFormat: '57',
    header: 'Welcome',
    footer: 'Thank you\nand goodbye',
    showNotes: 0,
    isEnablePrint: 1,
    showStoreDetails: 0,
    showCustomerDetails: 0,
    printToken: 0,
  });
  expect((await admin(initPos, {})).reply.printSettings).toEqual({
    page_format: '57',
    header: 'Welcome',
    footer: 'Thank you\nand goodbye',
    show_notes: 0,
    is_enable_print: 1,
    show_store_details: 0,
    show_customer_details: 0,
    print_token: 0,
  });
});

test('what a save leaves out stays, and what it sends empty is cleared', async () => {
  const { admin } = await openRestaurant();
  await save(admin, { header: 'Welcome', footer: 'Goodbye', showNotes: 0, pageFormat: '57' });

  await save(admin, {});
  expect(await read(admin)).toEqual({ ...fresh, header: 'Welcome', footer: 'Goodbye', showNotes: 0, pageFormat: '57' });

  await save(admin, { header: '', footer: null });
  expect(await read(admin)).toEqual({ ...fresh, showNotes: 0, pageFormat: '57' });
});

test.each([{ pageFormat: '58' }, { showNotes: 'yes' }, { printToken: 2 }, { header: 'x'.repeat(1001) }, { footer: 'a\u0000b' }])(
  '%j is refused',
  async (body) => {
    const { admin } = await openRestaurant();

    expect((await save(admin, { showStoreDetails: 0, ...body })).status).toBe(400);

    expect(await read(admin)).toEqual(fresh);
  },
);

test('changes can be looked up', async () => {
  const { admin, tenantId } = await openRestaurant();
  await save(admin, { header: 'Welcome' });

  const { rows } = await database.query(
    "select before->>'header' as before, after->>'header' as after from audit_log where tenant_id = $1 and entity = 'print_settings'",
    [tenantId],
  );

  expect(rows).toEqual([{ before: null, after: 'Welcome' }]);
});

test('the settings of one restaurant are none of another’s', async () => {
  const mine = await openRestaurant();
  const theirs = await openRestaurant();

  await save(mine.admin, { header: 'Mine', isEnablePrint: 1 });

  expect(await read(theirs.admin)).toEqual(fresh);
});

test('only who has the settings scope sees or changes them', async () => {
  const { staff } = await openRestaurant();
  const waiter = await staff('POS', 'ORDERS');
  const manager = await staff('SETTINGS');

  expect((await waiter(getPrintSetting, {})).status).toBe(403);
  expect((await waiter(savePrintSetting, { body: { header: 'Mine' } })).status).toBe(403);
  expect((await manager(savePrintSetting, { body: { header: 'Ours' } })).status).toBe(200);
});

test('null and an empty text clear a switch and the page size', async () => {
  const { admin } = await openRestaurant();
  await save(admin, { pageFormat: 57, showNotes: 1, isEnablePrint: true });

  await save(admin, { pageFormat: null, showNotes: '', isEnablePrint: null });

  expect(await read(admin)).toMatchObject({ pageFormat: '80', showNotes: 0, isEnablePrint: 0 });
});
