import { act, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { listColleagues } from '#contract/approvals.ts';
import { type Check, type CheckRow, getCheck, listChecks } from '#contract/checks.ts';
import type { CallInput, Reply } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { listOpenChecks, type OpenCheck } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { useBills } from '#web/parts/bills.ts';
import { keepPaymentType } from '#web/parts/last-payment-type.ts';
import { SessionContext, storeUser } from '#web/platform/session.tsx';
import { readStored, tenantKey, writeStored } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { newSale, type Sale } from './cart.ts';
import { PosScreen } from './PosScreen.tsx';
import { answersInit, button, card, cart, dialog, layOutGrid, lines, quiet, sent, waiter } from './testing-till.tsx';

beforeEach(layOutGrid);

const at = { T1: { table_id: 5, table_title: 'T1' }, T2: { table_id: 6, table_title: 'T2' } };
const facts = { floor: 'Hall', orders: 1, due: 24.2 };
const since = '2026-11-22T18:00:00.000Z';
const changed = { type: 'check_update' as const, payload: { checkIds: [8] }, seq: 1, late: false };

/** One open bill, which can be moved. */
const oneBill = () => {
  let checkId = 8;
  let isThere = true;
  let mergedInto = new Map<number, number>();
  let place: { table_id: number | null; table_title: string | null } = at.T2;
  const server = [
    answers(listOpenChecks, () => (place.table_id === null || !isThere ? [] : [{ ...at.T2, ...place, ...facts, since } as OpenCheck])),
    answers(listChecks, () => (isThere ? [{ ...place, ...facts, check_id: checkId, bill_no: 1, customer_id: null } as CheckRow] : [])),
    answers(getCheck, ({ params: { id } }) => {
      const isOpen = Number(id) === checkId && isThere;
      const onto = isOpen ? null : (mergedInto.get(Number(id)) ?? null);
      const there = { ...place, bill_no: 1, status: isOpen ? 'open' : 'closed', merged_into: onto };
      return { ...there, charges: [], removed_charges: [], adjustments: [] } as unknown as Check;
    }),
    ...quiet,
    answersInit(),
  ];
  /** Each of these bills was put onto the next one. */
  const move = (to: typeof place, ...onto: number[]) => {
    place = to;
    checkId = onto.at(-1) ?? 8;
    mergedInto = new Map(onto.map((id, index) => [onto[index - 1] ?? 8, id]));
  };
  /** Its guests have paid, and others have sat down, or nobody has. */
  const close = (next: number | undefined) => {
    isThere = next !== undefined;
    checkId = next ?? 8;
  };
  return { server, move, close };
};
const table = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Table' }).value;

/** The bill's page, from which a round is added to T1. */
const BillPage = () => (
  <>
    <output>{useBills(true)?.[0]?.table_title}</output>
    <Link to="/dashboard/pos?table=5">Add items</Link>
  </>
);

test.each([
  ['moved', []],
  ['put onto another bill', [3]],
  ['put onto another bill, and that onto a third one,', [3, 4]],
])('a begun cart goes along with the guests who are %s on the bill’s page and have something added there', async (_, onto) => {
  const { server, move } = oneBill();
  const { user, announce } = show(
    <Routes>
      <Route path="/dashboard/pos" element={<PosScreen />} />
      <Route path="*" element={<BillPage />} />
    </Routes>,
    {
      as: waiter,
      path: '/dashboard/pos',
      server,
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await user.click(card('Fish Soup'));
  await user.click(await within(cart()).findByRole('link', { name: 'Bill' }));
  move(at.T1, ...onto);
  announce(changed);
  await expect.poll(() => screen.getByRole('status').textContent).toBe('T1');

  await user.click(screen.getByRole('link', { name: 'Add items' }));
  if (onto.length === 0) await screen.findByText('T2 moved to T1: this order goes there, too.');
  await screen.findByRole('combobox', { name: 'Table' });
  // all that would have put it aside is over
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(table()).toBe('T1');
  expect(lines()).toHaveLength(1);
  expect(button(/^Drafts List/).textContent).not.toMatch(/1/);
});

test('whoever takes a till over with a cart of their own follows no bill of whom they took it from', async () => {
  const { server, move } = oneBill();
  const first = show(<PosScreen />, { as: waiter, path: '/dashboard/pos', server });
  await first.user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await within(cart()).findByRole('link', { name: 'Bill' });
  first.unmount();
  move(at.T1);
  storeUser({ name: 'Bo', username: 'bo@example.com', role: 'user', scope: 'POS', designation: null, tenant_id: 1 });
  writeStored(tenantKey('sale'), { ...newSale('bo'), tableId: 6 });
  show(
    <SessionContext value={waiter}>
      <PosScreen />
    </SessionContext>,
    { path: '/dashboard/pos', server },
  );
  await expect.poll(() => screen.queryByRole('combobox', { name: 'Table' })).not.toBeNull();
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(table()).toBe('T2');
});

test.each([
  ['begun without network', 'elsewhere', at.T1, true],
  ['whose bill has no table any more', 'elsewhere', { table_id: null, table_title: null }, false],
  ['whose bill was paid, with others at its table,', 'closed', at.T2, false],
])('an order %s is asked for its table', async (_, state, to, isOffline) => {
  const { server, move, close } = oneBill();
  const { user, announce, connect } = show(<PosScreen />, { as: waiter, path: '/dashboard/pos', server });
  await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await within(cart()).findByRole('link', { name: 'Bill' });
  if (isOffline) connect('offline');
  await user.click(card('Fish Soup'));
  connect('online');
  if (state === 'closed') close(9);
  else move(to);
  announce(changed);
  await screen.findByText(`The bill of T2 is ${state} by now. Please choose a table for this order!`);
  expect([table(), lines().length]).toEqual(['', 1]);
});

test.each([
  ['whose bill was paid goes on at its table', undefined, 1],
  ['without a line is for whoever sits at its table by now', 9, 0],
])('a cart %s', async (_, next, dishes) => {
  const { server, close } = oneBill();
  const { user, announce } = show(<PosScreen />, { as: waiter, path: '/dashboard/pos', server });
  await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await within(cart()).findByRole('link', { name: 'Bill' });
  if (dishes > 0) await user.click(card('Fish Soup'));
  close(next);
  announce(changed);
  const bill = () => within(cart()).queryByRole('link', { name: 'Bill' })?.getAttribute('href');
  await expect.poll(bill).toBe(next && `/dashboard/checks/${next}`);
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));
  expect([table(), lines().length]).toEqual(['T2', dishes]);
  const said = screen.queryByText('The bill of T2 is closed by now: this order begins a new one.');
  expect(said !== null).toBe(dishes > 0);
});

test.each([
  ['follows its bill to its new table', at.T1, 'T2 moved to T1: this order goes there, too.', 'T1'],
  ['knows that it was begun without network', at.T1, 'The bill of T2 is elsewhere by now. Please choose a table for this order!', ''],
])('an order %s, also when the till is left or reloaded meanwhile', async (what, to, sentence, where) => {
  const { server, move } = oneBill();
  const first = show(<PosScreen />, { as: waiter, path: '/dashboard/pos', server });
  await first.user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await within(cart()).findByRole('link', { name: 'Bill' });
  if (what.includes('without network')) first.connect('offline');
  await first.user.click(card('Fish Soup'));
  const seen = readStored<Sale | undefined>(tenantKey('sale'), undefined);
  expect(seen).toMatchObject({ tableId: 6, checkId: 8 });
  first.unmount();
  move(to);
  show(<PosScreen />, { as: waiter, path: '/dashboard/pos', server });
  await screen.findByText(sentence);
  await screen.findByRole('button', { name: 'Send to Kitchen' });
  await expect.poll(() => [table(), lines().length]).toEqual([where, 1]);
});

test('an order that went along with a merge goes back when that is undone', async () => {
  const { server, move } = oneBill();
  const { user, announce } = show(<PosScreen />, { as: waiter, path: '/dashboard/pos', server });
  await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await within(cart()).findByRole('link', { name: 'Bill' });
  await user.click(card('Fish Soup'));
  move(at.T1, 3);
  announce(changed);
  await expect.poll(table).toBe('T1');
  // all that would follow the other bill is over
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));
  // it costs what it costs on the bill that it joins
  await user.click(button('Send to Kitchen'));
  const summary = within(await dialog('Send to Kitchen'));
  expect(summary.getByText(/^Joins the open check/)).toBeTruthy();
  await user.click(summary.getByRole('button', { name: 'Go back' }));
  move(at.T2);
  announce({ ...changed, payload: { checkIds: [3, 8] }, seq: 2 });
  await expect.poll(table).toBe('T2');
  expect(lines()).toHaveLength(1);
});

test.each([
  ['takes back where an order goes', false, 'T2'],
  ['leaves the next order where it is', true, 'T1'],
])('Undo %s', async (_, isSent, where) => {
  const { server, move } = oneBill();
  const { user, announce } = show(<PosScreen />, {
    as: waiter,
    path: '/dashboard/pos',
    server: [answers(createOrder, () => sent), ...server],
  });
  await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await user.click(card('Fish Soup'));
  await within(cart()).findByRole('link', { name: 'Bill' });
  move(at.T1);
  announce(changed);
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(table()).toBe('T1');
  if (isSent) {
    await confirm(user);
    await dialog('Order sent');
  }
  await user.click(undo);
  expect(table()).toBe(where);
});

const confirm = async (user: ReturnType<typeof show>['user']) => {
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Confirm' }));
};

/** A till that has not learned what became of the bill of T2; `reply` is the server's to its round. */
const sendFromT2 = async (reply: (move: ReturnType<typeof oneBill>['move']) => Reply<typeof createOrder>, isOffline = false) => {
  const bodies: CallInput<typeof createOrder>['body'][] = [];
  const { server, move } = oneBill();
  const order = answers(createOrder, ({ body }) => {
    bodies.push(body);
    return reply(move);
  });
  const colleagues = answers(listColleagues, () => []);
  const { user, connect, announce } = show(<PosScreen />, {
    as: waiter,
    path: '/dashboard/pos',
    server: [order, colleagues, ...server],
  });
  await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await within(cart()).findByRole('link', { name: 'Bill' });
  if (isOffline) connect('offline');
  await user.click(card('Fish Soup'));
  await confirm(user);
  return { user, announce, bodies };
};
const storedSale = () => readStored<Sale | undefined>(tenantKey('sale'), undefined);

test('a round names the bill that its till follows, and the till is where that is by now', async () => {
  const { bodies, announce } = await sendFromT2((move) => {
    move(at.T1);
    return { ...sent, checkId: 8, tableId: 5 };
  });
  expect(within(await dialog('Order sent')).getByText(/T1/)).toBeDefined();
  expect(bodies).toMatchObject([{ tableId: 6, checkId: 8 }]);
  announce(changed);
  await expect.poll(storedSale).toMatchObject({ tableId: 5, checkId: 8, lines: [] });
});

test.each([
  ['is by now', { target: 'table', targetId: 5 }, 'T1'],
  ['was seen last, of a release before,', {}, 'T2'],
])('who has to allow a discount reads at which table its bill %s', async (_, target, title) => {
  await sendFromT2(() => {
    throw new AppError('approval_needed', 'Not alone!', { body: { action: 'discount', amount: 4.5, ...target } });
  });
  const asks = within(await dialog('A colleague has to allow this'));
  expect(asks.getByText(/^Discounts on a new order/).textContent).toBe(`Discounts on a new order of $6.05, ${title}`);
});

test('a release before says nothing of the bill: the till stays at its table and looks for it', async () => {
  const { bodies } = await sendFromT2(() => sent);
  await dialog('Order sent');
  expect(bodies).toMatchObject([{ tableId: 6, checkId: 8 }]);
  await expect.poll(storedSale).toMatchObject({ tableId: 6, checkId: 8, lines: [] });
});

test.each([
  ['with', undefined, false],
  ['without', true, true],
])('what was begun %s network says so beside its bill: it may be for others', async (_, asksWhenMoved, isOffline) => {
  const { bodies } = await sendFromT2(() => sent, isOffline);
  await dialog('Order sent');
  expect(bodies.map((body) => [body.tableId, body.checkId, body.asksWhenMoved])).toEqual([[6, 8, asksWhenMoved]]);
});

test('a round whose bill is closed, with others at its table, asks for its table and goes where it is sent then', async () => {
  const sentence = 'The bill of this order is closed. Please choose a table for this order!';
  let isAsking = true;
  const { user, bodies } = await sendFromT2(() => {
    if (isAsking) throw new AppError('conflict', sentence, { body: { asksForTable: true } });
    return sent;
  });
  await screen.findByText(sentence);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([table(), lines().length]).toEqual(['', 1]);
  isAsking = false;
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Send to T1' }));
  await dialog('Order sent');
  expect(bodies).toMatchObject([{ tableId: 6, checkId: 8 }, { tableId: 5 }]);
  expect(bodies[1]).not.toHaveProperty('checkId');
});

test('a till that receives nothing may choose the same table again: the round is for whoever sits there', async () => {
  const bodies: CallInput<typeof createOrder>['body'][] = [];
  const { server, close } = oneBill();
  const order = answers(createOrder, ({ body }) => {
    bodies.push(body);
    if (Number(body.checkId) === 8) throw new AppError('conflict', 'Closed.', { body: { asksForTable: true } });
    return { ...sent, checkId: 9 };
  });
  const { user, connect } = show(<PosScreen />, { as: waiter, path: '/dashboard/pos', server: [order, ...server] });
  await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await within(cart()).findByRole('link', { name: 'Bill' });
  await user.click(card('Fish Soup'));
  connect('offline');
  close(9);
  await confirm(user);
  await screen.findByText('Closed.');
  await expect.poll(table).toBe('');
  await user.click(await screen.findByRole('combobox', { name: 'Table' }));
  await user.click(await screen.findByRole('option', { name: /T2/ }));
  await expect.poll(() => within(cart()).queryByRole('link', { name: 'Bill' })?.getAttribute('href')).toBe('/dashboard/checks/9');
  await confirm(user);
  await dialog('Order sent');
  expect(bodies.map(({ checkId }) => checkId)).toEqual([8, 9]);
});

test('while the bill of a sale is looked for, the guests of others who sit at its table are not its own', async () => {
  const { server, close } = oneBill();
  const bodies: Partial<CallInput<typeof createOrderAndInvoice>['body']>[] = [];
  let others: CheckRow[] | undefined;
  const { user, announce } = show(<PosScreen />, {
    as: waiter,
    path: '/dashboard/pos',
    server: [
      answers(createOrderAndInvoice, ({ body }) => {
        bodies.push(body);
        return sent;
      }),
      answers(listChecks, () => others ?? [{ ...at.T2, ...facts, check_id: 8, bill_no: 1 } as CheckRow]),
      answers(getCheck, () => new Promise<Check>(() => {})),
      ...server,
    ],
  });
  keepPaymentType(1);
  await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await user.click(card('Fish Soup'));
  await within(cart()).findByRole('link', { name: 'Bill' });
  close(9);
  others = [{ ...at.T2, ...facts, check_id: 9, bill_no: 1, covers: 8 } as CheckRow];
  announce(changed);
  await expect.poll(() => within(cart()).queryByRole('link', { name: 'Bill' })?.getAttribute('href')).toBe('/dashboard/checks/9');
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  await dialog('Order sent');
  expect([bodies.length, bodies[0]?.covers, bodies[0]?.hasCountedGuests]).toEqual([1, undefined, undefined]);
});

/** As another tab does it, of which this one has not learned yet. */
const otherTabStores = (changes: Partial<Sale>) => writeStored(tenantKey('sale'), { ...storedSale(), ...changes });

test('a refused round asks for no table of the cart that another tab has begun meanwhile', async () => {
  let refuse = (): void => undefined;
  const { server } = oneBill();
  const order = answers(createOrder, async () => {
    await new Promise<void>((resolve) => {
      refuse = resolve;
    });
    throw new AppError('conflict', 'Closed.', { body: { asksForTable: true } });
  });
  const { user } = show(<PosScreen />, { as: waiter, path: '/dashboard/pos', server: [order, ...server] });
  await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
  await user.click(card('Fish Soup'));
  await confirm(user);
  const { lines: dishes } = storedSale()!;
  otherTabStores({ key: 'of-the-next-guest', tableId: 5, checkId: undefined, lines: [{ ...dishes[0]!, quantity: 2 }] });
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: tenantKey('sale') })));
  await expect.poll(table).toBe('T1');
  await act(async () => refuse());
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));
  expect([table(), storedSale()?.key]).toEqual(['T1', 'of-the-next-guest']);
});

test.each([
  ['one more of the dish', { lines: [{ quantity: 2 }] }, 9],
  ['the cart of the next guest', { key: 'of-the-next-guest', tableId: 5, lines: [{ quantity: 3 }] }, undefined],
])(
  'what a tab learns of a bill is not written over what another one has stored: %s',
  async (_, { lines: [change], ...changes }, checkId) => {
    const { server, close } = oneBill();
    close(undefined);
    const { user, announce } = show(<PosScreen />, { as: waiter, path: '/dashboard/pos', server });
    await user.click(await screen.findByRole('button', { name: 'Choose T2' }));
    await user.click(card('Fish Soup'));
    await expect.poll(storedSale).toMatchObject({ tableId: 6, lines: [{ quantity: 1 }] });
    const { lines: dishes } = storedSale()!;
    otherTabStores({ ...changes, checkId: undefined, lines: [{ ...dishes[0]!, ...change }] });
    close(9);
    announce(changed);
    await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));
    await expect.poll(() => storedSale()?.checkId).toBe(checkId);
    expect(storedSale()).toMatchObject({ ...changes, lines: [change] });
  },
);
