import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { addDrawerMovement, countDrawer, listDrawers, openDrawer } from '#contract/drawers.ts';
import { AppError } from '#contract/errors.ts';
import { createOrderAndInvoice } from '#contract/pos.ts';
import { listReasons } from '#contract/reasons.ts';
import { readStored, tenantKey, USER_KEY, writeStored } from '#web/platform/storage.ts';
import { answers } from '#web/platform/testing.tsx';
import { displayKey } from '#web/platform/till.ts';
import { button, card, dialog, layOutGrid, ok, open, type Sale, sent } from './testing-till.tsx';

beforeEach(layOutGrid);

const drawer = {
  drawer_id: 8,
  title: 'Bar',
  opened_at: '2026-03-10T12:00:00Z',
  member_name: 'Ana',
  float: 50,
  movements: [],
  closed_at: null,
  expected: null,
  counted: null,
  difference: null,
};

test('a till opens its drawer, its cash goes into it, and a blind count closes it', async () => {
  const asked: unknown[] = [];
  let drawers: { drawer_id: number; title: string; closed_at: string | null }[] = [];
  const shown = (drawer: (typeof drawers)[number]) => ({
    opened_at: '2026-03-10T12:00:00Z',
    member_name: 'Ana',
    float: 50,
    movements: [],
    expected: null,
    counted: null,
    difference: null,
    ...drawer,
  });
  const { user } = await open(
    answers(listReasons, () => [{ id: 7, kind: 'drawer' as const, title: 'To the bank', needsNote: true }]),
    answers(listDrawers, () => drawers.map(shown)),
    answers(openDrawer, ({ body }) => {
      asked.push(body);
      drawers = [{ drawer_id: 8, title: 'Bar', closed_at: null }];
      return { ...ok('Drawer opened.'), drawerId: 8 };
    }),
    answers(addDrawerMovement, ({ body }) => {
      asked.push(body);
      return { ...ok('Noted.'), movementId: 1 };
    }),
    answers(createOrderAndInvoice, ({ body }) => {
      asked.push((body as Sale & { drawerId?: number }).drawerId);
      return sent;
    }),
    answers(countDrawer, ({ body }) => {
      asked.push(body);
      drawers = [{ drawer_id: 8, title: 'Bar', closed_at: '2026-03-10T23:00:00Z' }];
      return { ...ok('Drawer counted.'), expected: 70, counted: 60, difference: -10 };
    }),
  );
  await user.click(button('Drawer'));
  const opening = within(await dialog('Drawer'));
  await user.type(await opening.findByLabelText('New drawer'), 'Bar');
  await user.type(opening.getByLabelText('Float (USD)'), '1,050');
  await user.click(opening.getByRole('button', { name: 'Open drawer' }));
  const own = within(await dialog('Drawer – Bar'));
  await user.click(own.getByRole('radio', { name: 'Drop' }));
  await user.type(own.getByLabelText('Amount (USD)'), '20,50');
  await user.click(await own.findByRole('radio', { name: 'To the bank' }));
  await user.click(own.getByRole('button', { name: 'Drop' }));
  await own.findByText('Please provide a note!');
  await user.type(own.getByLabelText('Note'), 'Bag 3');
  await user.click(own.getByRole('button', { name: 'Drop' }));
  await user.click(own.getByRole('button', { name: 'Back to the till' }));

  await user.click(card('Fish Soup'));
  await user.click(button('Pay & Send'));
  await user.click(within(await dialog('Pay & Send')).getByRole('button', { name: /^Confirm/ }));
  await user.click(within(await dialog('Order sent')).getByRole('button', { name: 'Close' }));

  await user.click(button('Drawer'));
  const counting = within(await dialog('Drawer – Bar'));
  await user.click(counting.getByRole('button', { name: 'Count the drawer' }));
  // with nothing typed, or all of it cleared, nothing is counted: one touch would close the drawer at 0
  const counted = counting.getByRole<HTMLButtonElement>('button', { name: 'Counted: close the drawer' });
  expect(counted.disabled).toBe(true);
  await user.type(counting.getByLabelText('$20.00'), '0');
  expect(counted.disabled).toBe(false);
  await user.clear(counting.getByLabelText('$20.00'));
  expect(counted.disabled).toBe(true);
  await user.type(counting.getByLabelText('$20.00'), '3');
  await user.click(counting.getByRole('button', { name: 'Counted: close the drawer' }));
  expect((await screen.findByText('Short')).parentElement?.textContent).toBe('Expected$70.00Counted$60.00Short$10.00');
  // of which drawer, for whoever writes it down
  await dialog('Drawer – Bar');
  expect(asked).toEqual([
    { title: 'Bar', float: '1050' },
    { kind: 'drop', amount: '20.50', reasonId: 7, note: 'Bag 3' },
    8,
    { denominations: [{ value: '20', count: 3 }] },
  ]);
});

test('a movement without its sum and its note says both at their fields', async () => {
  const { user } = await open(
    answers(listDrawers, () => [drawer]),
    answers(listReasons, () => [{ id: 7, kind: 'drawer' as const, title: 'Bank', needsNote: true }]),
  );
  writeStored(displayKey('drawer'), 8);
  await user.click(button('Drawer'));
  const bar = within(await dialog('Drawer – Bar'));
  await user.click(await bar.findByRole('radio', { name: 'Bank' }));
  await user.click(bar.getByRole('button', { name: 'Pay in' }));
  expect(bar.getByRole('textbox', { name: 'Amount (USD)', description: 'Please provide amount!' })).toBeTruthy();
  expect(bar.getByRole('textbox', { name: 'Note', description: 'Please provide a note!' })).toBeTruthy();
});

test('what was typed of a count waits for the same person when the till locks itself, and for nobody else', async () => {
  const sums: unknown[] = [];
  const server = [
    answers(listDrawers, () => [drawer]),
    answers(countDrawer, ({ body }) => {
      sums.push(body);
      return { ...ok('Drawer counted.'), expected: 70, counted: 60, difference: -10 };
    }),
  ];
  writeStored(displayKey('drawer'), 8);
  const count = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.click(button('Drawer'));
    const bar = within(await dialog('Drawer – Bar'));
    await user.click(await bar.findByRole('button', { name: 'Count the drawer' }));
    return bar;
  };
  const first = await open(...server);
  writeStored(displayKey('drawer'), 8);
  await first.user.type((await count(first)).getByLabelText('$20.00'), '3');
  // the frame goes, and no dialog is closed
  first.unmount();

  const colleague = { ...readStored<object>(USER_KEY, {}), username: 'mara@example.com' };
  const me = readStored<object>(USER_KEY, {});
  const other = await open(...server);
  act(() => void writeStored(USER_KEY, colleague));
  const theirs = await count(other);
  expect(theirs.getByLabelText<HTMLInputElement>('$20.00').value).toBe('');
  other.unmount();

  const second = await open(...server);
  act(() => void writeStored(USER_KEY, me));
  const mine = await count(second);
  expect(mine.getByLabelText<HTMLInputElement>('$20.00').value).toBe('3');
  await second.user.click(mine.getByRole('button', { name: 'Start over' }));
  expect(mine.getByLabelText<HTMLInputElement>('$20.00').value).toBe('');
  expect(mine.queryByText('What you typed before is still here.')).toBeNull();
  await second.user.type(mine.getByLabelText('$5.00'), '2');
  // a stray touch beside the dialog, or Escape, asks first
  await second.user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Discard' });
  await second.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull());
  await second.user.click(mine.getByRole('button', { name: 'Counted: close the drawer' }));
  await screen.findByText('Short');
  expect(sums).toEqual([{ denominations: [{ value: '5', count: 2 }] }]);
  expect(readStored<unknown>(tenantKey('drawer-count'), undefined)).toBeUndefined();
});

test('what was typed for a new drawer, or of what goes in and out, is not thrown away without a question', async () => {
  const { user } = await open(
    answers(listDrawers, () => [drawer]),
    answers(addDrawerMovement, () => ({ ...ok('Noted.'), movementId: 1 })),
  );
  const isOpen = () => screen.queryByRole('dialog', { name: /^Drawer/ }) !== null;
  const besideIt = () => user.click(document.querySelector('.mantine-Modal-overlay')!);
  const discard = async () => user.click(await screen.findByRole('button', { name: 'Discard' }));
  await user.click(button('Drawer'));
  await user.type(await within(await dialog('Drawer')).findByLabelText('New drawer'), 'Terrace');
  await besideIt();
  expect(isOpen()).toBe(true);
  await user.keyboard('{Escape}');
  await discard();
  await waitFor(() => expect(isOpen()).toBe(false));

  await user.click(button('Drawer'));
  await user.click(await within(await dialog('Drawer')).findByRole('button', { name: 'Use here' }));
  const own = within(await dialog('Drawer – Bar'));
  const note = () => screen.getByLabelText<HTMLInputElement>('Note (optional)');
  await user.click(own.getByRole('radio', { name: 'Pay out' }));
  await user.type(own.getByLabelText('Amount (USD)'), '20');
  await user.type(note(), 'Flowers');
  await besideIt();
  expect(note().value).toBe('Flowers');
  await user.click(own.getByRole('button', { name: 'Back to the till' }));
  await user.click(within(await dialog('Discard changes?')).getByRole('button', { name: 'Cancel' }));
  expect(note().value).toBe('Flowers');
  // it would be missing in the count
  for (const next of ['Count the drawer', 'Another drawer']) {
    await user.click(own.getByRole('button', { name: next }));
    await user.click(within(await dialog('Discard changes?')).getByRole('button', { name: 'Cancel' }));
    expect(note().value).toBe('Flowers');
  }

  // what was sent is no longer typed
  await user.click(own.getByRole('button', { name: 'Pay out' }));
  await waitFor(() => expect(note().value).toBe(''));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen()).toBe(false));
});

test('a movement without an answer is sent again as it was, with its key, also an hour later and in another dialog', async () => {
  const failures = [new AppError('unavailable', 'Please try again!'), new AppError('unavailable', 'Please try again!')];
  const bodies: unknown[] = [];
  const { user } = await open(
    answers(listDrawers, () => [drawer]),
    answers(addDrawerMovement, ({ body }) => {
      bodies.push(body);
      const failure = failures.shift();
      if (failure) throw failure;
      return { ...ok('Noted.'), movementId: 1 };
    }),
  );
  const keys: (string | null)[] = [];
  const others = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (String(address).endsWith('/movement')) keys.push(new Headers(init?.headers).get('idempotency-key'));
    return others(address, init);
  };
  writeStored(displayKey('drawer'), 8);
  const show = async () => {
    await user.click(button('Drawer'));
    return within(await dialog('Drawer – Bar'));
  };
  const first = await show();
  await user.click(await first.findByRole('radio', { name: 'Pay out' }));
  await user.type(first.getByLabelText('Amount (USD)'), '20');
  await user.click(first.getByRole('button', { name: 'Pay out' }));
  const sentence = 'There was no answer to ‘Pay out $20.00, Bar’. Press Pay out again: nothing is noted twice.';
  expect(await first.findByText(sentence)).toBeTruthy();
  await user.click(first.getByRole('button', { name: 'Back to the till' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Drawer/ })).toBeNull());

  const hour = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  const again = await show();
  expect(await again.findByText(sentence)).toBeTruthy();
  await user.click(again.getByRole('button', { name: 'Pay out' }));
  await waitFor(() => expect(keys).toHaveLength(2));
  await user.click(await again.findByRole('button', { name: 'Pay out' }));
  await screen.findByText('Noted.');
  hour.mockRestore();
  globalThis.fetch = others;
  expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  // what comes next is another one
  expect(again.queryByText(sentence)).toBeNull();
  expect(again.getByLabelText<HTMLInputElement>('Amount (USD)').value).toBe('');
});

test('a movement without an answer stays with its drawer when another tab chooses another one', async () => {
  const { user } = await open(
    answers(listDrawers, () => [drawer, { ...drawer, drawer_id: 9, title: 'Terrace' }]),
    answers(addDrawerMovement, () => {
      throw new AppError('unavailable', 'Please try again!');
    }),
  );
  writeStored(displayKey('drawer'), 8);
  await user.click(button('Drawer'));
  const bar = within(await dialog('Drawer – Bar'));
  await user.type(await bar.findByLabelText('Amount (USD)'), '20');
  await user.click(bar.getByRole('button', { name: 'Pay in' }));
  await bar.findByText(/^There was no answer/);
  act(() => void writeStored(displayKey('drawer'), 9));
  const terrace = within(await dialog('Drawer – Terrace'));
  expect(terrace.queryByText(/^There was no answer/)).toBeNull();
  expect(terrace.getByLabelText<HTMLInputElement>('Amount (USD)').value).toBe('');
});

test('names of drawers, and reasons and notes of what went in and out, are text', async () => {
  const title = '<img src=x onerror=alert(1)>';
  const movement = { movement_id: 1, kind: 'pay_out' as const, amount: 5, created_at: '2026-03-10T12:00:00Z' };
  const drawer = {
    drawer_id: 8,
    title,
    opened_at: '2026-03-10T12:00:00Z',
    member_name: `${title} person`,
    float: 50,
    movements: [{ ...movement, reason: `${title} reason`, note: `${title} note`, member_name: `${title} mover` }],
    closed_at: null,
    expected: null,
    counted: null,
    difference: null,
  };
  const { user } = await open(answers(listDrawers, () => [drawer]));
  await user.click(button('Drawer'));
  await user.click(await within(await dialog('Drawer')).findByRole('button', { name: 'Use here' }));
  const own = await dialog(`Drawer – ${title}`);
  for (const what of ['person', 'reason', 'note', 'mover']) expect(own.textContent).toContain(`${title} ${what}`);
  expect(document.querySelector('img[src=x]')).toBeNull();
});
