import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createOrder, type PosInit } from '#contract/pos.ts';
import { CallFailed, NO_CONNECTION } from '#web/platform/api.ts';
import { readStored, removeStored, tenantKey, writeStored } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import type { Sale } from './cart.ts';
import { answersInit, button, card, dialog, item, layOutGrid, lines, menu, open, quiet, sent, waiter } from './testing-till.tsx';
import { PosScreen } from './PosScreen.tsx';
import { isSettledBy, unsettledKey } from './unsettled.ts';

beforeEach(layOutGrid);

const stored = (): { at: number }[] => readStored(unsettledKey(), []);
const storedSale = () => readStored<Sale | undefined>(tenantKey('sale'), undefined)!;

interface Post {
  path: string;
  key: string | null;
  body: unknown;
}

/** Notes what is posted; a line that is cut off answers nothing any more. */
const watch = (answer: (post: Post) => Response | Promise<Response> = () => Response.json(sent)): Post[] => {
  const posts: Post[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (init?.method !== 'POST') return others(address, init);
    const post = {
      path: String(address),
      key: new Headers(init.headers).get('idempotency-key'),
      body: JSON.parse(init.body as string) as unknown,
    };
    posts.push(post);
    return answer(post);
  };
  return posts;
};

const cut = (): never => {
  throw new TypeError('Failed to fetch');
};

/** A cart is sent, no answer comes, and the page is reloaded; storage is all that is left. */
const reloadInTheMiddle = async (begin: 'Send to Kitchen' | 'Pay & Send' = 'Send to Kitchen') => {
  const first = await open();
  const lost = watch(cut);
  await first.user.click(card('Fish Soup'));
  await first.user.click(button(begin));
  await first.user.click(within(await dialog(begin)).getByRole('button', { name: /^Confirm/ }));
  await within(await dialog(begin)).findByText(/No connection/);
  first.unmount();
  return lost[0]!;
};

/** The page of the till, reloaded; `answer` is the server's to what it posts. */
const reload = (answer?: Parameters<typeof watch>[0], init: PosInit = menu) => {
  // so that nothing is asked before the watch stands
  removeStored('comanda:1:pos-init');
  const { user, unmount } = show(<PosScreen />, { as: waiter, server: [...quiet, answersInit(init)] });
  return { user, unmount, posts: watch(answer) };
};
const titled = () => screen.findByRole('dialog', { name: /^Was being sent at \d\d:\d\d$/ });
const notice = () => screen.queryByRole('region', { name: 'Order that was being sent' });
const refused = () => Response.json({ success: false, code: 'not_found', message: 'This table does not exist!' }, { status: 404 });

test('what is sent is stored before it leaves, and forgotten when the answer comes', async () => {
  let seen: unknown;
  const { user } = await open(
    answers(createOrder, () => {
      seen = stored();
      return sent;
    }),
  );
  await user.click(card('Fish Soup'));
  const { key } = storedSale();
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  await dialog('Order sent');

  expect(seen).toMatchObject([{ key, kind: 'kitchen', body: { cart: [{ id: 2, quantity: 1 }] } }]);
  expect(stored()).toEqual([]);
});

test.each(['Send to Kitchen', 'Pay & Send'] as const)(
  '%s: a till that is reloaded asks again with the same key and body, and shows the token',
  async (begin) => {
    const lost = await reloadInTheMiddle(begin);

    const { posts } = reload(undefined, { ...menu, menuItems: [item(2, 'Fish Soup', 6)] });

    expect((await dialog('Order sent')).textContent).toContain('Token17');
    expect(posts).toEqual([lost]);
    expect([lines(), stored(), notice()]).toEqual([[], [], null]);
  },
);

test('still unknown: the dialog says when, asks again as often as wanted, and nothing else is sold before', async () => {
  const lost = await reloadInTheMiddle();
  let isAway = true;
  const { user, posts } = reload(() => (isAway ? cut() : Response.json(sent)));

  const asked = within(await titled());
  await asked.findByText(`${NO_CONNECTION} Trying again never sends it twice.`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(notice()?.textContent).toMatch(/Was being sent at \d\d:\d\d, \$6\.05: nobody knows yet/);
  await user.click(card('Ribeye Steak'));
  for (const name of ['Pay & Send', 'New'] as const) {
    await user.click(button(name));
    await within(await titled()).findByText(/No connection/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(lines()).toHaveLength(2);

  isAway = false;
  await user.click(button('Find out'));
  await dialog('Order sent');

  expect(new Set(posts.map(({ key }) => key))).toEqual(new Set([lost.key]));
  expect(posts.every(({ body }) => JSON.stringify(body) === JSON.stringify(lost.body))).toBe(true);
  // what was added meanwhile is another sale
  expect(lines()).toEqual([expect.stringContaining('Ribeye Steak')]);
  expect(storedSale().key).not.toBe(lost.key);
});

test('refused after the reload: the cart stays and can be sent again', async () => {
  const { key } = await reloadInTheMiddle();
  const { user, posts } = reload(refused);

  const asked = within(await titled());
  await asked.findByText('It is not in the kitchen. This table does not exist!');
  await user.click(asked.getByRole('button', { name: 'Back to the cart' }));

  await waitFor(() => expect([lines().length, stored().length, notice()]).toEqual([1, 0, null]));
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(posts).toHaveLength(2));
  expect(posts[1]?.key).toBe(key);
});

test('refused, and its cart has gone: it is in the drafts', async () => {
  await reloadInTheMiddle();
  removeStored(tenantKey('sale'));
  reload(refused);

  await within(await titled()).findByText(/^It is not in the kitchen/);

  expect(readStored<{ cart: unknown[] }[]>(tenantKey('drafts'), [])).toMatchObject([{ nameRef: 'Not sent', cart: [{ id: 2 }] }]);
});

test('an order of long ago is not sent by itself; whoever looked it up may forget it', async () => {
  await reloadInTheMiddle();
  const [order] = readStored<{ at: number }[]>(unsettledKey(), []);
  writeStored(unsettledKey(), [{ ...order, at: Date.now() - 26 * 3_600_000 }]);
  const { user, posts } = reload();

  const asked = within(await screen.findByRole('dialog', { name: /^Was being sent on \d+ \w+ at / }));
  expect(asked.getByText(/^Nobody knows whether it arrived/)).toBeDefined();
  await user.click(asked.getByRole('button', { name: 'Stop asking' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([posts, stored(), lines().length]).toEqual([[], [], 1]);
});

test('what somebody else sent from the same till is not shown', async () => {
  await reloadInTheMiddle();
  localStorage.setItem(unsettledKey().replace('ada@', 'other@'), localStorage.getItem(unsettledKey())!);
  removeStored(unsettledKey());

  const { posts } = reload();

  await screen.findByRole('button', { name: 'Add Fish Soup' });
  expect([posts, notice(), screen.queryByRole('dialog')]).toEqual([[], null, null]);
});

const keepCartAtTill = () => {
  writeStored('comanda:1::till-settings', { lockAfterMinutes: null, lockAfterSend: false, cartStaysWithTill: true });
};

test('where the till keeps its cart, whoever takes it over asks what became of the order, and never sends it twice', async () => {
  keepCartAtTill();
  const lost = await reloadInTheMiddle();
  // what is each person's stays with the person who sent it
  for (const name of ['sale', 'sending']) {
    const own = localStorage.getItem(tenantKey(name));
    localStorage.removeItem(tenantKey(name));
    if (own !== null) localStorage.setItem(tenantKey(name).replace('ada@', 'other@'), own);
  }

  const { posts } = reload();

  expect((await dialog('Order sent')).textContent).toContain('Token17');
  expect(posts).toEqual([lost]);
  expect([lines(), stored(), notice()]).toEqual([[], [], null]);
});

test('what was sent before the till kept its cart goes with it', async () => {
  const lost = await reloadInTheMiddle();
  keepCartAtTill();

  const { posts } = reload(cut);

  await within(await titled()).findByText(/No connection/);
  expect(posts).toEqual([lost]);
  expect(stored()).toMatchObject([{ key: lost.key }]);
  expect(localStorage.getItem(tenantKey('sending'))).toBeNull();
});

test('refused at the door, an earlier try may have arrived all the same; an only try has not', () => {
  const at = (status: number, isOnlyTry: boolean) => isSettledBy(new CallFailed(status), isOnlyTry);

  expect([0, 500, 503].flatMap((status) => [at(status, true), at(status, false)])).not.toContain(true);
  expect([401, 402, 403, 429].map((status) => at(status, false))).not.toContain(true);
  expect([401, 402, 403, 429].map((status) => at(status, true))).not.toContain(false);
  expect([400, 404, 409, 422].map((status) => at(status, false))).not.toContain(false);
});

/** As the browser tells this tab that another one has stored something. */
const otherTabStores = (key: string, value: unknown) => {
  localStorage.setItem(key, JSON.stringify(value));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
};

test('a till that opens while another tab adds a dish shows it, and does not store its empty cart over it', async () => {
  const first = await open();
  await first.user.click(card('Fish Soup'));
  const added = localStorage.getItem(tenantKey('sale'))!;
  first.unmount();
  localStorage.removeItem(tenantKey('sale'));
  // the other tab stores right after this one has looked for the first time
  const getItem = vi.spyOn(Storage.prototype, 'getItem');
  getItem.mockImplementation(function (this: Storage, key) {
    const found = Object.hasOwn(this, key) ? (this[key] as string) : null;
    if (key !== tenantKey('sale') || found) return found;
    this.setItem(key, added);
    return null;
  });
  await open();
  getItem.mockRestore();

  await waitFor(() => expect(lines()).toEqual([expect.stringContaining('Fish Soup')]));
  expect(localStorage.getItem(tenantKey('sale'))).toBe(added);
});

test('two tabs show one cart, and after one has sent it the other shows none', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  const here = storedSale();

  otherTabStores(tenantKey('sale'), { ...here, lines: [...here.lines, { ...here.lines[0], id: 1, title: 'Ribeye Steak' }], tableId: 5 });
  expect(lines()).toEqual([expect.stringContaining('Fish Soup'), expect.stringContaining('Ribeye Steak')]);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Table' }).value).toContain('T1');
  await user.click(button('Send to Kitchen'));
  await dialog('Send to Kitchen');
  otherTabStores(tenantKey('sale'), { ...here, key: 'a-key-of-the-other-tab', lines: [] });

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([lines(), storedSale().key]).toEqual([[], 'a-key-of-the-other-tab']);
});

test('a tab that slept looks again when it is looked at', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  localStorage.setItem(tenantKey('sale'), JSON.stringify({ ...storedSale(), key: 'another-key-for-another-cart', lines: [] }));

  act(() => void document.dispatchEvent(new Event('visibilitychange')));

  expect(lines()).toEqual([]);
});

test('what another tab is sending is sent as it is sent there, whatever is chosen here', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  const sale = storedSale();
  const body = { cart: [{ id: 2, quantity: 1, variant_id: null, addons_ids: [], notes: null, price: 5.5 }], tableId: null };
  const other = { key: sale.key, kind: 'kitchen', at: Date.now(), cart: { lines: [], total: 6.05 }, body, sale };
  otherTabStores(unsettledKey(), [other]);
  const posts = watch();

  await user.click(pay.getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');

  expect(posts).toEqual([{ path: '/api/v1/pos/create-order', key: sale.key, body }]);
});
