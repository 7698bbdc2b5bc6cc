import { expect, test } from 'vitest';
import { getQrMenu, placeQrOrder } from '#contract/qr-menu.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import { listEvents } from '#contract/events.ts';
import { getStoreSetting, pauseQrOrdering, saveStoreSetting } from '#contract/store-settings.ts';
import { database, openApp, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const open = async () => {
  const time = { now: new Date('2026-11-21T18:00:00Z') };
  const [app, other] = [await openApp({ clock: () => time.now }), await openApp({ clock: () => time.now })];
  const restaurant = await withMenu(await openRestaurant({ app, now: time.now }));
  const { admin, menu } = restaurant;
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const [visitor, elsewhere] = [await openVisitor(app), await openVisitor(other)];
  const read = async (by = visitor) => {
    const { reply, response } = await by(getQrMenu, { params: { qrcode }, query: {} });
    const { is_qr_order_enabled: mayOrder, is_qr_order_paused: isPaused } = reply.storeSettings;
    return { mayOrder, isPaused, items: reply.menuItems.length, etag: response.headers.etag };
  };
  const order = (by = visitor) =>
    by(placeQrOrder, {
      params: { qrcode },
      body: { deliveryType: null, cartItems: [{ id: menu.soup, quantity: 1 }], customerType: 'WALKIN' },
    });
  const pause = (minutes: number) => admin(pauseQrOrdering, { body: { minutes } });
  return { ...restaurant, time, read, order, pause, elsewhere };
};

test('a pause takes no orders, tells the menu of it on every node, and ends by itself', async () => {
  const { time, read, order, pause, elsewhere, admin } = await open();
  const before = await read();
  expect([before, await read(elsewhere)]).toMatchObject([
    { mayOrder: 1, isPaused: 0 },
    { mayOrder: 1, isPaused: 0 },
  ]);

  const { status, reply } = await pause(10);

  expect([status, reply]).toEqual([
    200,
    { success: true, message: 'Ordering by QR code is paused.', pausedUntil: '2026-11-21T18:10:00.000Z' },
  ]);
  expect((await admin(countQrOrders, {})).reply.pausedUntil).toBe('2026-11-21T18:10:00.000Z');
  const [here, there] = [await read(), await read(elsewhere)];
  expect([here, there]).toMatchObject([
    { mayOrder: 0, isPaused: 1, items: before.items },
    { mayOrder: 0, isPaused: 1 },
  ]);
  expect(here.etag).not.toBe(before.etag);
  for (const by of [undefined, elsewhere]) {
    const refused = await order(by);
    expect([refused.status, refused.reply.code, refused.reply.message]).toEqual([
      403,
      'not_allowed',
      'Ordering is paused at the moment. Please tell the staff!',
    ]);
  }

  time.now = new Date('2026-11-21T18:10:00Z');
  // nothing has changed in the database: what was made for the pause must not outlive it
  expect(await read()).toEqual(before);
  expect((await read(elsewhere)).mayOrder).toBe(1);
  expect((await admin(countQrOrders, {})).reply.pausedUntil).toBeNull();
  expect([(await order()).status, (await order(elsewhere)).status]).toEqual([200, 200]);
});

test('no minutes end it, it is noted with who did it, and the tills learn of both', async () => {
  const { order, pause, admin, tenantId } = await open();
  await pause(1440);
  expect((await order()).status).toBe(403);

  const { reply } = await pause(0);

  expect(reply).toEqual({ success: true, message: 'Guests can order by QR code again.', pausedUntil: null });
  expect((await order()).status).toBe(200);
  const { rows } = await database.query(
    "select entity, before, after, member_id is not null as by_member from audit_log where tenant_id = $1 and action = 'pause' order by id",
    [tenantId],
  );
  const until = '2026-11-22T18:00:00.000Z';
  expect(rows).toEqual([
    { entity: 'store_settings', before: { qrPausedUntil: null }, after: { qrPausedUntil: until }, by_member: true },
    { entity: 'store_settings', before: { qrPausedUntil: until }, after: { qrPausedUntil: null }, by_member: true },
  ]);
  const { events } = (await admin(listEvents, { query: {} })).reply;
  expect(events.map(({ type }) => type)).toEqual(['qr_ordering', 'qr_ordering', 'new_qrorder']);
});

test('where ordering is off a pause says nothing of itself, and a change of the store leaves it', async () => {
  const { read, pause, admin } = await open();
  await pause(10);
  await admin(saveStoreSetting, { body: { isQROrderEnabled: false } });
  expect(await read()).toMatchObject({ mayOrder: 0, isPaused: 0 });
  await admin(saveStoreSetting, { body: { isQROrderEnabled: true } });
  expect(await read()).toMatchObject({ mayOrder: 0, isPaused: 1 });
});

test('tills and who sets up the store may pause, nobody else, and for a day at most', async () => {
  const { staff, admin } = await open();
  for (const scope of ['POS', 'SETTINGS'] as const)
    expect((await (await staff(scope))(pauseQrOrdering, { body: { minutes: 1 } })).status).toBe(200);
  expect((await (await staff('ORDERS', 'KITCHEN'))(pauseQrOrdering, { body: { minutes: 1 } })).status).toBe(403);
  for (const minutes of [-1, 1441, 1.5, '10', null, undefined]) {
    const { status, reply } = await admin(pauseQrOrdering, { body: { minutes } as { minutes: number } });
    expect([minutes, status, reply.message]).toEqual([minutes, 400, 'Please provide 0 to 1440 minutes!']);
  }
});
