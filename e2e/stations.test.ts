import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enterAs, expectAccessibleAtThreeWidths, openDevice } from './browser.ts';
import { press } from './keys.ts';

const PASSWORD = 'comanda-demo';

const post = async <T>(page: Page, path: string, data: object) => {
  const response = await page.request.post(`/api/v1${path}`, { data });
  expect([path, response.status()]).toEqual([path, 200]);
  return (await response.json()) as T;
};
const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api/v1${path}`)).json() as Promise<T>;

interface Item {
  id: number;
  title: string;
  price: number;
}
interface Ticket {
  ticket_id: number;
  kind: string;
  station_title: string;
  state: string;
  lines: { line_id: number; item_title: string }[];
}

const openKitchen = async (station: string) => {
  const cook = await openDevice();
  await enterAs(cook, 'cook@demo.example', PASSWORD);
  await cook.goto('/dashboard/kitchen');
  await cook.getByRole('dialog', { name: 'Which station is this?' }).getByRole('button', { name: station }).waitFor();
  await press(cook, station);
  return cook;
};

test('bar and grill: each sees its own, a void finds its way, nobody’s ticket is forgotten, and a dead screen says so', async () => {
  const [owner, waiter] = [await openDevice(), await openDevice()];
  await enterAs(owner, 'owner@demo.example', PASSWORD);
  await enterAs(waiter, 'waiter@demo.example', PASSWORD);

  // the owner sets the stations up
  await owner.goto('/dashboard/settings/stations');
  await owner.getByRole('button', { name: 'Add the first station' }).click();
  await owner.getByLabel('Title').fill('Grill');
  await owner.getByLabel('Seconds until').fill('5');
  await owner.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await owner.getByRole('cell', { name: 'Grill (fallback)' }).waitFor();
  const { stationId: bar } = await post<{ stationId: number }>(owner, '/settings/stations/add', { title: 'Bar', ackSeconds: 5 });
  const { menuItems } = await read<{ menuItems: Item[] }>(waiter, '/pos/init');
  const soup = menuItems.find(({ title }) => title === 'Wild Mushroom Soup')!;
  const olives = menuItems.find(({ title }) => title === 'Marinated Olives')!;
  await post(owner, `/menu-items/update/${olives.id}`, { title: olives.title, price: olives.price, stationId: bar });
  await owner.reload();
  await owner.getByRole('cell', { name: 'Bar', exact: true }).waitFor();
  await expectAccessibleAtThreeWidths(owner);

  const [grillCook, barCook] = [await openKitchen('Grill'), await openKitchen('Bar')];
  const cart = [soup, olives].map(({ id }) => ({ id, quantity: 2 }));
  const { tokenNo, orderId } = await post<{ tokenNo: number; orderId: number }>(waiter, '/pos/create-order', {
    cart,
    deliveryType: 'takeaway',
  });
  const at = (page: Page) => page.getByRole('article', { name: `Token ${tokenNo}`, exact: true });
  await at(barCook).getByText('Marinated Olives').waitFor();
  await at(grillCook).getByText('Wild Mushroom Soup').waitFor();
  // on a full board the newest stands below: a cook has seen it when it is in sight
  for (const cook of [grillCook, barCook]) await at(cook).scrollIntoViewIfNeeded();
  expect(await at(barCook).innerText()).not.toContain('Soup');
  const tickets = () => read<Ticket[]>(waiter, `/kitchen/tickets?order=${orderId}`);
  await expect.poll(async () => (await tickets()).map(({ state }) => state)).toEqual(['seen', 'seen']);

  // a void on the way
  const line = (await tickets()).find(({ station_title }) => station_title === 'Bar')!.lines[0]!.line_id;
  await post(waiter, `/orders/update-status/${line}`, { status: 'cancelled' });
  await at(barCook).getByText('Cancelled: 2× Marinated Olives').waitFor();
  await expect
    .poll(async () => (await tickets()).map(({ kind, state }) => [kind, state]))
    .toEqual([
      ['new', 'seen'],
      ['new', 'seen'],
      ['void', 'seen'],
    ]);
  await expectAccessibleAtThreeWidths(barCook);

  // the bar's network goes: red all over, and the till learns what nobody saw
  await barCook.context().setOffline(true);
  await barCook.getByText('No connection').waitFor();
  await waiter.goto('/dashboard/expediter');
  await post(waiter, '/pos/create-order', { cart: [{ id: olives.id, quantity: 1 }], deliveryType: 'takeaway', customerType: 'WALKIN' });
  const strip = waiter.getByRole('alert', { name: 'Not seen in the kitchen' });
  await strip.getByText(/Bar has not seen token/).waitFor();
  await expectAccessibleAtThreeWidths(waiter);
  expect(await strip.getByRole('button', { name: 'I told them' }).count()).toBe(1);
  await press(waiter, 'I told them');
  await strip.getByText(/Bar has not seen token/).waitFor({ state: 'detached' });

  // who hands out says so by one touch
  const owed = at(waiter).getByRole('button', { name: /^Grill/ });
  await owed.click();
  await owed.waitFor({ state: 'detached' });

  // other journeys have one kitchen
  const stations = await read<{ id: number }[]>(owner, '/settings/stations');
  for (const { id } of stations) expect((await owner.request.delete(`/api/v1/settings/stations/${id}`)).status()).toBe(200);
});
