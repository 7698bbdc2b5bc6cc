import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PosInit } from '#contract/pos.ts';
import { listStations, type Station } from '#contract/stations.ts';
import { answers, show } from '#web/platform/testing.tsx';
import type { ShownLine } from './cart-prices.ts';
import { NobodyLooks } from './NobodyLooks.tsx';
import { item, menu, waiter } from './testing-till.tsx';

const station = (id: number, title: string, changes: Partial<Station> = {}): Station => ({
  id,
  title,
  position: id,
  isFallback: false,
  ackSeconds: 10,
  printerId: null,
  backupPrinterId: null,
  isWatched: false,
  isLost: false,
  ...changes,
});
const [GRILL, OVEN, PASS] = [1, 2, 3];
const all = [station(GRILL, 'Grill'), station(OVEN, 'Oven'), station(PASS, 'Pass', { isFallback: true })];

/** A steak of the grill, a pizza of the oven's category, which the grill's salad is in too, and a soup of nobody's. */
const init: PosInit = {
  ...menu,
  categories: [
    { id: 1, title: 'Mains' },
    { id: 2, title: 'Oven', stationId: OVEN },
  ],
  menuItems: [
    item(1, 'Steak', 20, { stationId: GRILL }),
    item(2, 'Soup', 5),
    item(3, 'Pizza', 9, { category_id: 2 }),
    item(4, 'Salad', 9, { category_id: 2, stationId: GRILL }),
  ],
};

/** What is said of a cart with these dishes. */
const open = async (dishes: number[], stations: Station[]) => {
  let isAnswered = false;
  const lines = dishes.map((id) => ({ line: { id } })) as ShownLine[];
  const server = [answers(listStations, () => ((isAnswered = true), stations))];
  show(<NobodyLooks lines={lines} init={init} />, { as: waiter, server });
  await waitFor(() => expect(isAnswered).toBe(true));
};
const said = () => screen.queryAllByRole('status').map(({ textContent }) => textContent);
const nobody = (...titles: string[]) => titles.map((title) => `Nobody looks at ${title} at the moment.`);

test.each([
  ['its own station', [1], ['Grill']],
  ['that of its category', [3], ['Oven']],
  ['its own before that of its category', [4], ['Grill']],
  ['the fallback', [2], ['Pass']],
  ['each once', [1, 2, 4, 3], ['Grill', 'Oven', 'Pass']],
])('a dish that nobody would see is said with who makes it: %s', async (_, dishes, titles) => {
  await open(dishes, all);
  await waitFor(() => expect(said()).toEqual(nobody(...titles)));
});

test('a station that somebody looks at or that has a printer needs no word; nor does one that makes nothing of it', async () => {
  const seen = [station(GRILL, 'Grill', { isWatched: true }), station(OVEN, 'Oven', { printerId: 5 }), all[2]!];
  // the soup's station comes with the same answer
  await open([1, 3, 4, 2], seen);
  await waitFor(() => expect(said()).toEqual(nobody('Pass')));
});

test('a kitchen without stations is looked at by whoever stands there', async () => {
  await open([1, 2], []);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(said()).toEqual([]);
});
