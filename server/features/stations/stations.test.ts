import { expect, test } from 'vitest';
import { addCategory, listCategories, updateCategory } from '#contract/categories.ts';
import { getMenuItem, updateMenuItem } from '#contract/menu-items.ts';
import { createOrder } from '#contract/pos.ts';
import { restoreDeleted } from '#contract/deleted.ts';
import { listEvents } from '#contract/events.ts';
import { addPrinter, deletePrinter } from '#contract/printers.ts';
import { addStation, deleteStation, listStations, updateStation } from '#contract/stations.ts';
import { listTickets } from '#contract/tickets.ts';
import { openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

const at = (id: number) => ({ params: { id: String(id) } });

const open = async () => {
  const restaurant = await withMenu(await openRestaurant());
  const { admin } = restaurant;
  return {
    ...restaurant,
    add: async (title: string, more: object = {}) => (await admin(addStation, { body: { title, ...more } })).reply.stationId,
    fallback: async () => (await admin(listStations, {})).reply.filter(({ isFallback }) => isFallback).map(({ title }) => title),
  };
};

test('exactly one station is the fallback: the first, until another is set or it is deleted', async () => {
  const { admin, add, fallback } = await open();
  const grill = await add('Grill', { isFallback: false });
  const bar = await add('Bar', { ackSeconds: '20' });
  expect(await fallback()).toEqual(['Grill']);
  expect((await admin(listStations, {})).reply[1]).toEqual({
    id: bar,
    title: 'Bar',
    position: 2,
    isFallback: false,
    ackSeconds: 20,
    printerId: null,
    backupPrinterId: null,
    isWatched: false,
    isLost: false,
  });
  await admin(updateStation, { ...at(bar), body: { title: 'Bar', isFallback: true } });
  expect(await fallback()).toEqual(['Bar']);
  expect((await admin(updateStation, { ...at(bar), body: { title: 'Bar', isFallback: false } })).status).toBe(409);
  await add('Pass', { isFallback: true });
  expect(await fallback()).toEqual(['Pass']);
  const pass = (await admin(listStations, {})).reply.find(({ title }) => title === 'Pass')!.id;
  expect((await admin(deleteStation, at(pass))).status).toBe(200);
  expect(await fallback()).toEqual(['Grill']);
  expect((await admin(deleteStation, at(pass))).status).toBe(404);
  for (const id of [grill, bar]) await admin(deleteStation, at(id));
  expect((await admin(listStations, {})).reply).toEqual([]);
});

test('of two first stations at once one is the fallback, and both are there', async () => {
  const { admin, fallback } = await open();
  const answers = await Promise.all(['Grill', 'Bar', 'Pass', 'Cold'].map((title) => admin(addStation, { body: { title } })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await fallback()).toHaveLength(1);
});

test('a dish goes to its own station, else its category’s, else the fallback; a deleted one’s dishes go there too', async () => {
  const { admin, menu, add } = await open();
  const stationOf = async () => {
    const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
    return (await admin(listTickets, { query: { order: String(orderId) } })).reply.map(({ station_title }) => station_title);
  };
  await add('Pass');
  const [grill, bar] = [await add('Grill'), await add('Bar')];
  expect(await stationOf()).toEqual(['Pass']);
  await admin(updateCategory, { ...at(menu.category), body: { title: 'All', stationId: grill } });
  expect(await stationOf()).toEqual(['Grill']);
  await admin(updateMenuItem, { ...at(menu.soup), body: { title: 'Soup', price: 4, stationId: bar } });
  // an old client says nothing of stations, and changes none
  await admin(updateMenuItem, { ...at(menu.soup), body: { title: 'Soup', price: 5 } });
  await admin(updateCategory, { ...at(menu.category), body: { title: 'All of it' } });
  expect(await stationOf()).toEqual(['Bar']);
  expect((await admin(getMenuItem, at(menu.soup))).reply.stationId).toBe(bar);
  expect((await admin(listCategories, {})).reply[0]!.stationId).toBe(grill);

  // not to the station of its category, where nobody sent it
  await admin(deleteStation, at(bar));
  expect(await stationOf()).toEqual(['Pass']);
  await admin(updateMenuItem, { ...at(menu.soup), body: { title: 'Soup', price: 4, stationId: null } });
  expect(await stationOf()).toEqual(['Grill']);
  await admin(deleteStation, at(grill));
  expect(await stationOf()).toEqual(['Pass']);
  expect((await admin(getMenuItem, at(menu.soup))).reply.stationId).toBeNull();
  expect((await admin(addCategory, { body: { title: 'Drinks', stationId: bar } })).status).toBe(404);
});

test('a station needs a title of its own and seconds from 5 to 600', async () => {
  const { admin, add } = await open();
  const id = await add('Grill');
  for (const [body, status] of [
    [{ title: '' }, 400],
    [{ title: 'GRILL' }, 409],
    [{ title: 'Bar', ackSeconds: 4 }, 400],
    [{ title: 'Bar', ackSeconds: 601 }, 400],
    [{ title: 'Bar', ackSeconds: '1e2' }, 400],
    [{ title: 'Bar', ackSeconds: 600, position: '3' }, 200],
  ] as const)
    expect((await admin(addStation, { body: body as { title: string } })).status).toBe(status);
  expect((await admin(updateStation, { ...at(id), body: { title: 'Bar' } })).status).toBe(409);
});

test('a station whose printers were deleted has none', async () => {
  const { admin, add } = await open();
  const printer = async (title: string) => (await admin(addPrinter, { body: { title, kind: 'cloudprnt' } })).reply.id;
  const [printerId, backupPrinterId] = [await printer('Grill'), await printer('Office')];
  const grill = await add('Grill', { printerId, backupPrinterId });
  const printers = async () => (await admin(listStations, {})).reply.map((station) => [station.printerId, station.backupPrinterId]);
  expect(await printers()).toEqual([[printerId, backupPrinterId]]);
  expect((await admin(deletePrinter, at(printerId))).status).toBe(200);
  expect(await printers()).toEqual([[null, backupPrinterId]]);
  expect((await admin(deletePrinter, at(backupPrinterId))).status).toBe(200);
  expect(await printers()).toEqual([[null, null]]);
  // nobody else changed it meanwhile
  const next = await printer('Next');
  const basedOn = { printerId: null };
  expect((await admin(updateStation, { ...at(grill), body: { title: 'Grill', printerId: next, basedOn } as never })).status).toBe(200);
  expect(await printers()).toEqual([[next, null]]);
});

test('displays that are open are told of each station that is added, changed, deleted or taken back', async () => {
  const { admin, add } = await open();
  const told = async () => (await admin(listEvents, { query: {} })).reply.events.filter(({ type }) => type === 'station_update').length;
  const grill = await add('Grill');
  expect(await told()).toBe(1);
  await admin(updateStation, { ...at(grill), body: { title: 'Fire' } });
  expect(await told()).toBe(2);
  await admin(deleteStation, at(grill));
  expect(await told()).toBe(3);
  await admin(restoreDeleted, { body: { kind: 'stations', id: grill } });
  expect(await told()).toBe(4);
});
