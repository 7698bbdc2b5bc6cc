import { expect, test } from 'vitest';
import { listChecks, mergeCheck, moveCheck, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { getKitchenBoard, listFinishedOrders, recallItems, updateKitchenItems } from '#contract/kitchen.ts';
import { listEvents } from '#contract/events.ts';
import { cancelOrders, listOrders, updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { addPrinter } from '#contract/printers.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { deleteStation, updateStation } from '#contract/stations.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { listReady, listTickets, markTicketsSeen } from '#contract/tickets.ts';
import { at } from '#server/testing/bills.ts';
import { database, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { withStations } from '#server/testing/stations.ts';

/** A bar for the wine, a kitchen for everything else. */
const open = async () => {
  const restaurant = await withStations(await openRestaurant());
  const { admin } = restaurant;
  return {
    ...restaurant,
    sell: async (tableId: number, ...items: number[]) =>
      (await admin(createOrder, { body: { cart: items.map((id) => ({ id, quantity: 1 })), tableId } })).reply.orderId,
    told: async (order: number) =>
      (await admin(listTickets, { query: { order: String(order) } })).reply.map((ticket) => [
        ticket.kind,
        ticket.station_title,
        ticket.table_title,
        ticket.lines.map(({ item_title }) => item_title).join(', '),
      ]),
    checkAt: async (title: string) => (await admin(listChecks, { query: {} })).reply.find((check) => check.table_title === title)!.check_id,
  };
};

test('a merge moves the tickets of those who come, and of nobody else; the undo moves them back', async () => {
  const { admin, menu, sell, told, checkAt } = await open();
  const host = await sell(menu.t1, menu.soup);
  const comer = await sell(menu.t2, menu.soup, menu.wine);
  const [into, from] = [await checkAt('T1'), await checkAt('T2')];
  const { changeId } = (await admin(mergeCheck, { ...at(into), body: { checkId: from } })).reply;

  expect(await told(host)).toEqual([['new', 'Kitchen', 'T1', 'Soup']]);
  const moved = [
    ['new', 'Kitchen', 'T2', 'Soup'],
    ['new', 'Bar', 'T2', 'Wine'],
    ['move', 'Kitchen', 'T1', 'Soup'],
    ['move', 'Bar', 'T1', 'Wine'],
  ];
  expect(await told(comer)).toEqual(moved);

  expect((await admin(undoCheckChange, { ...at(into), body: { changeId } })).status).toBe(200);
  expect(await told(host)).toEqual([['new', 'Kitchen', 'T1', 'Soup']]);
  expect(await told(comer)).toEqual([...moved, ['move', 'Kitchen', 'T2', 'Soup'], ['move', 'Bar', 'T2', 'Wine']]);
});

test('what is cancelled at two tables at once names both', async () => {
  const { admin, menu, sell, told, checkAt } = await open();
  const order = await sell(menu.t1, menu.soup, menu.bread);
  const whole = await checkAt('T1');
  const [ticket] = (await admin(listTickets, { query: { order: String(order) } })).reply;
  await admin(splitCheck, { ...at(whole), body: { parts: [{ items: [{ itemId: ticket!.lines[0]!.line_id, quantity: 1 }] }] } });
  const part = (await admin(listChecks, { query: {} })).reply.find(({ check_id }) => check_id !== whole)!.check_id;
  expect((await admin(moveCheck, { ...at(part), body: { tableId: menu.t2 } })).status).toBe(200);
  await admin(cancelOrders, { body: { orderIds: [order] } });
  expect(await told(order)).toEqual([
    ['new', 'Kitchen', 'T1', 'Soup, Bread'],
    ['move', 'Kitchen', 'T2', 'Soup'],
    ['void', 'Kitchen', 'T1, T2', 'Soup, Bread'],
  ]);
});

test('two parts of one table that are merged again move nobody', async () => {
  const { admin, menu, sell, told, checkAt } = await open();
  const order = await sell(menu.t1, menu.soup, menu.bread);
  const whole = await checkAt('T1');
  const [ticket] = (await admin(listTickets, { query: { order: String(order) } })).reply;
  const parts = [{ items: [{ itemId: ticket!.lines[0]!.line_id, quantity: 1 }] }];
  await admin(splitCheck, { ...at(whole), body: { parts } });
  const part = (await admin(listChecks, { query: {} })).reply.find(({ check_id }) => check_id !== whole)!.check_id;
  // who hands out sees which dish is whose
  const billsOf = async () =>
    (await admin(listOrders, { query: {} })).reply.flatMap(({ orders }) =>
      orders.flatMap(({ items }) => items.map((item) => item.check_id)),
    );
  expect(await billsOf()).toEqual([part, undefined]);
  expect((await admin(mergeCheck, { ...at(whole), body: { checkId: part } })).status).toBe(200);
  expect(await billsOf()).toEqual([whole, undefined]);
  expect(await told(order)).toEqual([['new', 'Kitchen', 'T1', 'Soup, Bread']]);
});

test('a part that moves to another table says so at its lines; the order stays where it was', async () => {
  const { admin, menu, sell, checkAt } = await open();
  const order = await sell(menu.t1, menu.soup, menu.bread);
  const [ticket] = (await admin(listTickets, { query: { order: String(order) } })).reply;
  const whole = await checkAt('T1');
  const parts = [{ items: [{ itemId: ticket!.lines[0]!.line_id, quantity: 1 }] }];
  await admin(splitCheck, { ...at(whole), body: { parts } });
  const tables = async () =>
    (await admin(getKitchenBoard, { query: {} })).reply.orders.map(({ table_title: head, items }) => [
      head,
      ...items.map(({ item_title, table_title }) => [item_title, table_title]),
    ]);
  expect(await tables()).toEqual([['T1', ['Soup', undefined], ['Bread', undefined]]]);
  const part = (await admin(listChecks, { query: {} })).reply.find(({ check_id }) => check_id !== whole)!.check_id;
  expect((await admin(moveCheck, { ...at(part), body: { tableId: menu.t2 } })).status).toBe(200);
  expect(await tables()).toEqual([['T1', ['Soup', 'T2'], ['Bread', undefined]]]);
});

test('what a deleted station had on its screen stays there to the end, also when no station is left', async () => {
  const { admin, menu, kitchen, bar, sell } = await open();
  await sell(menu.t1, menu.soup, menu.wine);
  for (const id of [bar, kitchen]) expect((await admin(deleteStation, at(id))).status).toBe(200);
  const board = async () => {
    const { status, reply } = await admin(getKitchenBoard, { query: { station: String(bar) } });
    return { status, items: reply.orders.flatMap(({ items }) => items), tickets: reply.tickets! };
  };
  const { status, items, tickets } = await board();
  expect([status, items.map(({ item_title }) => item_title)]).toEqual([200, ['Wine']]);
  expect(tickets.map(({ station_title }) => station_title)).toEqual(['Bar']);

  const seen = { ticketIds: [tickets[0]!.ticket_id], stationId: bar, screenId: 'bar-screen-0001' };
  expect((await admin(markTicketsSeen, { body: seen })).status).toBe(200);
  expect((await admin(updateKitchenItems, { body: { itemIds: [items[0]!.id], status: 'completed' } })).status).toBe(200);
  expect(await board()).toEqual({ status: 200, items: [], tickets: [] });

  // nobody else takes what is ordered from now on: it stands wherever a screen still asks as a station
  await sell(menu.t1, menu.bread);
  expect((await board()).items.map(({ item_title }) => item_title)).toEqual(['Bread']);
});

test('each station takes back what it made itself, however much another one finished since', async () => {
  const { admin, menu, kitchen, bar, sell, told } = await open();
  const finish = async (...stations: number[]) => {
    for (const station of stations) {
      const { orders } = (await admin(getKitchenBoard, { query: { station: String(station) } })).reply;
      const itemIds = orders.flatMap(({ items }) => items.map(({ id }) => id));
      expect((await admin(updateKitchenItems, { body: { itemIds, status: 'completed' } })).status).toBe(200);
    }
  };
  const finished = async (station?: number) =>
    (await admin(listFinishedOrders, { query: station ? { station: String(station) } : {} })).reply.orders;
  const titles = async (station?: number) =>
    (await finished(station)).map(({ items }) => items.map(({ item_title }) => item_title).join(', '));

  const order = await sell(menu.t1, menu.soup, menu.wine);
  await finish(kitchen, bar);
  for (let more = 0; more < 10; more++) await sell(menu.t2, menu.wine);
  await finish(bar);
  expect([await titles(kitchen), await titles(bar), await titles()]).toEqual([['Soup'], Array(10).fill('Wine'), Array(10).fill('Wine')]);

  const [item] = (await finished(kitchen))[0]!.items;
  expect((await admin(recallItems, { body: { itemIds: [item!.id] } })).status).toBe(200);
  expect(await told(order)).toEqual([
    ['new', 'Kitchen', 'T1', 'Soup'],
    ['new', 'Bar', 'T1', 'Wine'],
    ['recall', 'Kitchen', 'T1', 'Soup'],
  ]);
  const other = await open();
  expect((await other.admin(listFinishedOrders, { query: { station: String(bar) } })).status).toBe(404);
});

test('what a deleted station finished is taken back to the fallback, where its dishes go now', async () => {
  const { admin, menu, kitchen, bar, sell, told } = await open();
  const order = await sell(menu.t1, menu.soup, menu.wine);
  const itemsAt = async (station: number) =>
    (await admin(getKitchenBoard, { query: { station: String(station) } })).reply.orders.flatMap(({ items }) => items);
  const [wine] = await itemsAt(bar);
  expect((await admin(updateKitchenItems, { body: { itemIds: [wine!.id], status: 'completed' } })).status).toBe(200);
  const finishedAt = async (station: number) =>
    (await admin(listFinishedOrders, { query: { station: String(station) } })).reply.orders.flatMap(({ items }) =>
      items.map(({ item_title, is_recallable }) => [item_title, is_recallable]),
    );
  expect(await finishedAt(kitchen)).toEqual([]);
  expect((await admin(deleteStation, at(bar))).status).toBe(200);
  expect(await finishedAt(kitchen)).toEqual([
    ['Soup', false],
    ['Wine', true],
  ]);

  expect((await admin(recallItems, { body: { itemIds: [wine!.id] } })).status).toBe(200);
  expect((await itemsAt(kitchen)).map(({ item_title }) => item_title)).toEqual(['Soup', 'Wine']);
  expect(await itemsAt(bar)).toEqual([]);
  expect((await told(order)).at(-1)).toEqual(['recall', 'Kitchen', 'T1', 'Wine']);
});

test('where no kitchen makes what is ordered only a station that has paper is told', async () => {
  const { admin, menu, kitchen, sell, told } = await open();
  const { id: printerId } = (await admin(addPrinter, { body: { title: 'Pass', kind: 'cloudprnt' } })).reply;
  expect((await admin(updateStation, { ...at(kitchen), body: { title: 'Kitchen', printerId } })).status).toBe(200);
  await admin(saveStoreSetting, { body: { cooksHere: false } });
  const [both, wine] = [await sell(menu.t1, menu.soup, menu.wine), await sell(menu.t2, menu.wine)];
  expect([await told(both), await told(wine)]).toEqual([[['new', 'Kitchen', 'T1', 'Soup']], []]);

  // whoever was told of nothing has nothing taken back, whatever the house does by then
  await admin(saveStoreSetting, { body: { cooksHere: true } });
  await admin(cancelOrders, { body: { orderIds: [both, wine] } });
  expect([await told(both), await told(wine)]).toEqual([
    [
      ['new', 'Kitchen', 'T1', 'Soup'],
      ['void', 'Kitchen', 'T1', 'Soup'],
    ],
    [],
  ]);
});

test('what a guest orders straight to the kitchen is told to its stations; what is cancelled of it then, too', async () => {
  const { admin, app, menu, told } = await open();
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true, isQROrderToKitchen: true } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const cartItems = [menu.soup, menu.wine].map((id) => ({ id, quantity: 2 }));
  const visitor = await openVisitor(app);
  const { status, reply } = await visitor(placeQrOrder, {
    params: { qrcode: qrcode! },
    body: { deliveryType: null, cartItems, customerType: 'WALKIN', customer: { name: 'Guest', phone: '' }, tableId: null },
  });
  expect(status).toBe(200);
  const ordered = [
    ['new', 'Kitchen', null, 'Soup'],
    ['new', 'Bar', null, 'Wine'],
  ];
  expect(await told(reply.orderId)).toEqual(ordered);

  await admin(cancelOrders, { body: { orderIds: [reply.orderId] } });
  expect(await told(reply.orderId)).toEqual([...ordered, ['void', 'Kitchen', null, 'Soup'], ['void', 'Bar', null, 'Wine']]);
});

test('who carries hears that a station has made all that is its own of an order, once; of half of it nobody hears', async () => {
  const { admin, menu, sell, kitchen, bar } = await open();
  const ready = async () =>
    (await admin(listEvents, { query: {} })).reply.events.flatMap(({ type, payload }) => (type === 'order_ready' ? [payload] : []));
  const orderId = await sell(menu.t1, menu.soup, menu.bread, menu.wine);
  const [order] = (await admin(getKitchenBoard, { query: {} })).reply.orders;
  const idOf = (title: string) => order!.items.find(({ item_title }) => item_title === title)!.id;
  const made = (title: string) => admin(updateKitchenItems, { body: { itemIds: [idOf(title)], status: 'completed' } });
  await made('Soup');
  expect(await ready()).toEqual([]);
  await made('Wine');
  const drinks = { orderId, tokenNo: order!.token_no, tableTitle: 'T1', stationId: bar, stationTitle: 'Bar' };
  expect(await ready()).toEqual([drinks]);

  // what a member says on Orders is heard alike; the same word again is not
  for (let times = 0; times < 2; times++)
    expect((await admin(updateItemStatus, { ...at(idOf('Bread')), body: { status: 'completed' } })).status).toBe(200);
  expect(await ready()).toEqual([drinks, { ...drinks, stationId: kitchen, stationTitle: 'Kitchen' }]);
});

test('who carries learns of the table to which a part of the bill has moved, also after a reload', async () => {
  const { admin, menu, sell, checkAt } = await open();
  const order = await sell(menu.t1, menu.soup, menu.bread, menu.wine);
  const items = (await admin(getKitchenBoard, { query: {} })).reply.orders.flatMap((one) => one.items);
  const idOf = (title: string) => items.find(({ item_title }) => item_title === title)!.id;
  const whole = await checkAt('T1');
  const parts = [{ items: ['Soup', 'Wine'].map((title) => ({ itemId: idOf(title), quantity: 1 })) }];
  const [part] = (await admin(splitCheck, { ...at(whole), body: { parts } })).reply.checkIds;
  expect((await admin(moveCheck, { ...at(part!), body: { tableId: menu.t2 } })).status).toBe(200);
  await admin(updateKitchenItems, { body: { itemIds: items.map(({ id }) => id), status: 'completed' } });

  const told = (await admin(listEvents, { query: {} })).reply.events.flatMap(({ type, payload }) =>
    type === 'order_ready' ? [[payload['stationTitle'], payload['tableTitle']]] : [],
  );
  const goes = [
    ['Bar', 'T2'],
    ['Kitchen', 'T1, T2'],
  ];
  expect(told.toSorted()).toEqual(goes);
  const listed = (await admin(listReady, {})).reply;
  expect(listed.map(({ station_title: station, table_title: table }) => [station, table]).toSorted()).toEqual(goes);
  expect(listed.every(({ order_id: id }) => id === order)).toBe(true);
});

test('who carries learns of what waits when the last open line of its station is cancelled; not of a part, or where nothing waits', async () => {
  const { admin, menu, kitchen } = await open();
  const ready = async () =>
    (await admin(listEvents, { query: {} })).reply.events.flatMap(({ type, payload }) => (type === 'order_ready' ? [payload] : []));
  const cart = [menu.soup, menu.bread, menu.wine].map((id) => ({ id, quantity: id === menu.bread ? 2 : 1 }));
  const { orderId } = (await admin(createOrder, { body: { cart, tableId: menu.t1 } })).reply;
  const [order] = (await admin(getKitchenBoard, { query: {} })).reply.orders;
  const lineOf = (title: string) => order!.items.find(({ item_title }) => item_title === title)!;
  const cancel = async (title: string, quantity?: number) =>
    expect((await admin(updateItemStatus, { ...at(lineOf(title).id), body: { status: 'cancelled', quantity } })).status).toBe(200);
  await admin(updateKitchenItems, { body: { itemIds: [lineOf('Soup').id], status: 'completed' } });
  await cancel('Wine');
  await cancel('Bread', 1);
  expect(await ready()).toEqual([]);
  await cancel('Bread');
  const food = { orderId, tokenNo: order!.token_no, tableTitle: 'T1', stationId: kitchen, stationTitle: 'Kitchen' };
  expect(await ready()).toEqual([food]);
  // what was made is called once
  await cancel('Soup');
  expect(await ready()).toEqual([food]);
});

test('what was cancelled stays with the cook of its station when another station has made the rest of the order', async () => {
  const { admin, menu, sell } = await open();
  await sell(menu.t1, menu.soup, menu.bread, menu.wine);
  const lines = async () =>
    (await admin(getKitchenBoard, { query: {} })).reply.orders.flatMap(({ items }) =>
      items.map(({ item_title, status }) => [item_title, status]),
    );
  const [order] = (await admin(getKitchenBoard, { query: {} })).reply.orders;
  const idOf = (title: string) => order!.items.find(({ item_title }) => item_title === title)!.id;
  const cook = async (title: string) =>
    expect((await admin(updateKitchenItems, { body: { itemIds: [idOf(title)], status: 'completed' } })).status).toBe(200);
  await cook('Soup');
  await admin(updateItemStatus, { ...at(idOf('Bread')), body: { status: 'cancelled' } });

  await cook('Wine');

  expect(await lines()).toContainEqual(['Bread', 'cancelled']);
});

test.each(['Bread', 'Soup'])(
  'what the fallback shows as one ticket is seen with its last item, when %s was ordered before there were stations',
  async (old) => {
    const { admin, menu, sell } = await open();
    await sell(menu.t1, menu.soup, menu.bread, menu.wine);
    const items = async () => (await admin(getKitchenBoard, { query: {} })).reply.orders.flatMap((order) => order.items);
    const idOf = async (title: string) => (await items()).find(({ item_title }) => item_title === title)!.id;
    await database.query('update order_lines set station_id = null where id = $1', [await idOf(old)]);
    await admin(updateItemStatus, { ...at(await idOf('Bread')), body: { status: 'cancelled' } });
    await admin(updateKitchenItems, { body: { itemIds: [await idOf('Soup')], status: 'completed' } });
    expect((await items()).map(({ item_title, status }) => [item_title, status])).not.toContainEqual(['Bread', 'cancelled']);
  },
);
