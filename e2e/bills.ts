import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enterAs, openDevice } from './browser.ts';

export const PASSWORD = 'comanda-demo';

export interface Item {
  id: number;
  price: number;
  sold_out: boolean;
  variants: unknown[];
  addons: unknown[];
}
interface Table {
  id: number;
  table_title: string;
  floor: string;
}
export interface Bill {
  /** Of a part that was split off. */
  name: string | null;
  check_id: number;
  table_id: number | null;
  total: number;
  due: number;
  paid: number;
  status: string;
  invoices: number[];
  payments: { payment_type: string; amount: number; tip: number; change: number }[];
  adjustments: { kind: string; value: number; amount: number }[];
  charges: { title: string; amount: number }[];
}

/** What the server answers on this path to whoever is signed in. */
export const read = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(`/api/v1${path}`)).json() as Promise<T>;

/** Two tables of one floor where nobody sits. */
const findTables = async (page: Page): Promise<[Table, Table] | undefined> => {
  const { storeTables } = await read<{ storeTables: Table[] }>(page, '/pos/init');
  const taken = new Set((await read<Bill[]>(page, '/checks')).map(({ table_id }) => table_id));
  const open = storeTables.filter(({ id }) => !taken.has(id));
  for (const table of open) {
    const free = open.find(({ id, floor }) => id !== table.id && floor === table.floor);
    if (free) return [table, free];
  }
  return undefined;
};

/** For journeys after others that sit at too many. */
const addTables = async (floor: string) => {
  const owner = await openDevice();
  await enterAs(owner, 'owner@demo.example', PASSWORD);
  for (const title of ['Free 1', 'Free 2']) {
    const data = { title: `${title} ${Date.now()}`, floor, seatingCapacity: 4 };
    expect((await owner.request.post('/api/v1/settings/store-tables/add', { data })).status()).toBe(200);
  }
};

/** A table with three rounds, and one of the same floor where nobody sits. */
export const addBill = async (page: Page) => {
  const { menuItems, storeTables } = await read<{ menuItems: Item[]; storeTables: Table[] }>(page, '/pos/init');
  if (!(await findTables(page))) await addTables(storeTables[0]!.floor);
  const [table, free] = (await findTables(page))!;
  const plain = menuItems.filter(({ variants, addons, sold_out }) => variants.length === 0 && addons.length === 0 && !sold_out);
  for (const [place, quantity] of [4, 2, 2].entries()) {
    const { id, price } = plain[place]!;
    const body = {
      cart: [{ id, price, quantity, variant_id: null, addons_ids: [], notes: null }],
      deliveryType: 'dinein',
      tableId: table.id,
    };
    await page.request.post('/api/v1/pos/create-order', { data: body });
  }
  const [bill] = (await read<Bill[]>(page, '/checks')).filter(({ table_id }) => table_id === table.id);
  return { table, free, id: bill!.check_id, plain };
};

/** The same, before somebody who has signed in. */
export const openBill = async (viewport?: { width: number; height: number }, user = 'waiter@demo.example') => {
  const page = await openDevice(viewport);
  await enterAs(page, user, PASSWORD);
  return { page, ...(await addBill(page)) };
};

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const billOf = (page: Page, id: number) => read<Bill>(page, `/checks/${id}`);
