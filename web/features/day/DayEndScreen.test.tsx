import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tenantKey } from '#web/platform/storage.ts';
import { day, showDayEnd } from './testing-day.tsx';

test('a day is closed in steps: what is open, a blind count, the difference and a note; a day before it is closed first', async () => {
  const asked: unknown[] = [];
  const dates: unknown[] = [];
  const { user } = showDayEnd(['2026-03-09', '2026-03-10'], asked, { dates });
  expect((await screen.findByText('Discounts: Neighbours (1)')).parentElement?.textContent).toContain('-$3.00');
  // the net above the taxes is less by the net of a refund alone
  expect(screen.getByText('Paid back, tax included').parentElement?.textContent).toContain('-$2.00');
  expect(screen.getByText('No day of this period is closed.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  expect(await dialog.findByText('Bar')).toBeDefined();
  const next = () => user.click(dialog.getByRole('button', { name: 'Next' }));
  await next();
  // blind: nothing of what should be there is said
  expect(dialog.queryByText(/26\.25/)).toBeNull();
  await user.type(dialog.getByLabelText('$20.00'), '1');
  await user.type(dialog.getByLabelText('$0.25'), '20');
  expect(dialog.getByRole('status').textContent).toBe('Counted $25.00');
  await user.type(dialog.getByLabelText('Card'), '0');
  expect(dates).toEqual([undefined]);
  await next();
  // only now: what should be there, and by how much it differs
  expect((await dialog.findByRole('row', { name: /Cash/ })).textContent).toBe('Cash$26.25$25.00-$1.25');
  expect(dialog.getByRole('row', { name: /Card/ }).textContent).toBe('Card$0.00$0.00$0.00');
  expect(dates).toEqual([undefined, '2026-03-10']);
  await user.type(dialog.getByLabelText(/^Note/), 'Short');
  await user.click(dialog.getByRole('button', { name: 'Close 10 Mar 2026' }));
  // what was counted is of the day that was chosen
  await user.click(await dialog.findByRole('button', { name: 'Go to 9 Mar 2026' }));
  expect(dialog.getByText('Step 2 of 4: Count')).toBeDefined();
  expect(dialog.queryByText(/^The difference was shown/)).toBeNull();
  expect(dialog.getByRole('status').textContent).toBe('Counted $0.00');
  expect(dialog.getByLabelText<HTMLInputElement>('Card').value).toBe('');
  await user.type(dialog.getByLabelText('$10.00'), '1');
  await next();
  await user.click(dialog.getByRole('button', { name: 'Close 9 Mar 2026' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Closing 4' })).toBeDefined();
  expect((await screen.findByText('Counted')).parentElement?.textContent).toContain('$25.00 (-$1.25)');
  expect(screen.getByText('10 Mar 2026', { selector: 'strong' })).toBeDefined();
  const counts = [
    { paymentTypeId: 1, amount: 25 },
    { paymentTypeId: 2, amount: 0 },
  ];
  expect(asked).toEqual([
    { businessDate: '2026-03-10', counts, note: 'Short' },
    { businessDate: '2026-03-09', counts: [{ paymentTypeId: 1, amount: 10 }], note: 'Short' },
  ]);
  // and its difference was seen: the closing of another day does not undo that
  await user.click(screen.getByRole('link', { name: 'Day end' }));
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const later = within(await screen.findByRole('dialog', { name: 'Close day' }));
  await user.click(later.getByRole('button', { name: 'Next' }));
  expect(later.getByText(/^The difference was shown/)).toBeDefined();
  await user.type(later.getByLabelText('$20.00'), '2');
  await user.click(later.getByRole('button', { name: 'Next' }));
  await user.click(later.getByRole('button', { name: 'Close 10 Mar 2026' }));
  await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
  expect(asked[2]).toEqual({ businessDate: '2026-03-10', counts: [{ paymentTypeId: 1, amount: 40 }], firstCounts: counts });
  expect(localStorage.getItem(tenantKey('day-first-counts'))).toBeNull();
});

test('whoever has seen the difference of a day counts it again, also after the count of another day', async () => {
  const asked: unknown[] = [];
  const { user } = showDayEnd(['2026-03-10'], asked);
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  const press = async (...names: string[]) => {
    for (const name of names) await user.click(dialog.getByRole('button', { name }));
  };
  const choose = (value: string) => fireEvent.change(dialog.getByLabelText(/^Business day/), { target: { value } });
  await press('Next');
  await user.type(dialog.getByLabelText('$20.00'), '1');
  await press('Next', 'Count again', 'Back');
  choose('2026-03-09');
  await press('Next');
  await user.type(dialog.getByLabelText('$20.00'), '3');
  await press('Next', 'Count again', 'Back');
  choose('2026-03-10');
  await press('Next');
  await user.type(dialog.getByLabelText('$20.00'), '2');
  await press('Next', 'Close 10 Mar 2026');
  await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
  const counts = [{ paymentTypeId: 1, amount: 40 }];
  expect(asked).toEqual([{ businessDate: '2026-03-10', counts, firstCounts: [{ paymentTypeId: 1, amount: 20 }] }]);
});

test('a day that was closed without a count though its difference was seen is told what was counted', async () => {
  const asked: unknown[] = [];
  const { user } = showDayEnd(['2026-03-09', '2026-03-10'], asked);
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  const press = async (...names: string[]) => {
    for (const name of names) await user.click(await dialog.findByRole('button', { name }));
  };
  const choose = (value: string) => fireEvent.change(dialog.getByLabelText(/^Business day/), { target: { value } });
  choose('2026-03-09');
  await press('Next');
  await user.type(dialog.getByLabelText('$20.00'), '1');
  await press('Next', 'Count again', 'Back');
  choose('2026-03-10');
  await press('Next', 'Next', 'Close 10 Mar 2026', 'Close all before 10 Mar 2026 without a count');
  await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
  const counts = [{ paymentTypeId: 1, amount: 20 }];
  expect(asked.slice(1)).toEqual([
    { businessDate: '2026-03-09', counts: [], firstCounts: counts },
    { businessDate: '2026-03-10', counts: [] },
  ]);
});

test('days that nobody closed are closed without a count, up to the one that was counted', async () => {
  const asked: { businessDate: string; counts: unknown[] }[] = [];
  const { user } = showDayEnd(['2026-03-07', '2026-03-08', '2026-03-10'], asked);
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.type(await dialog.findByLabelText('$20.00'), '1');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.click(dialog.getByRole('button', { name: 'Close 10 Mar 2026' }));
  await user.click(await dialog.findByRole('button', { name: 'Close all before 10 Mar 2026 without a count' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Closing 4' })).toBeDefined();
  const closed = ['2026-03-07', '2026-03-08', '2026-03-10'];
  const last = asked.filter(({ businessDate }, place) => !asked.slice(place + 1).some((later) => later.businessDate === businessDate));
  expect(last.map(({ businessDate, counts }) => [businessDate, counts.length])).toEqual(
    closed.map((day, place) => [day, place === 2 ? 1 : 0]),
  );
});

test('a card is counted without its tips, which stand beside what is expected: a terminal has both in one sum', async () => {
  const card = { payment_type: 'Card', kind: 'card', expected: 100, counted: null, difference: null, tips: 10 };
  const { user } = showDayEnd(['2026-03-10'], [], { payments: [...day.payments, card] });
  const sheet = (await screen.findByText('Card')).closest('dl')!;
  expect(sheet.textContent).toContain('Card$100.00Tips, beside it$10.00');
  await user.click(screen.getByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  expect(dialog.getByRole('textbox', { name: 'Card', description: /without tips$/ })).toBeDefined();
  await user.type(dialog.getByLabelText('Card'), '110');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  expect((await dialog.findByRole('row', { name: /Card/ })).textContent).toBe('CardWithout tips of $10.00$100.00$110.00+$10.00');
});

test('after midnight the day that ended is at hand before anything is counted', async () => {
  const asked: { businessDate: string }[] = [];
  const { user } = showDayEnd(['2026-03-09'], asked, { oldest_open: '2026-03-09' });
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  expect(dialog.getByText('9 Mar 2026 is not closed yet, and the oldest day is closed first.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Go to 9 Mar 2026' }));
  expect(dialog.queryByText(/is not closed yet/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  expect(await dialog.findByText('Nothing was counted, so no difference is known.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Close 9 Mar 2026' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Closing 4' })).toBeDefined();
  expect(asked).toEqual([{ businessDate: '2026-03-09', counts: [] }]);
});

test('what is still open says what is due, and what was paid of it already: its cash is in the drawer, and counts another day', async () => {
  const { user } = showDayEnd(['2026-03-10'], [], { sums: { bills: 2, due: 42.5, paid: 50 } });
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  const bills = (await dialog.findByRole('link', { name: '2 open bills' })).parentElement;
  expect(bills?.textContent).toMatch(/^2 open bills, \$42\.50 due\..* \$50\.00 is already paid on them, and counts on that day too/);
});

test('a day that is closed says so before anybody counts it', async () => {
  const closed = { closing_no: 4, business_date: '2026-03-10', closed_at: '2026-03-10T09:00:00Z', member_name: 'Ana', currency: 'USD' };
  const closings = [{ ...closed, gross: 30, total: 26.25, difference: 1.5 }];
  const { user } = showDayEnd(['2026-03-10'], [], { closings });
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  await screen.findByText('10 Mar 2026 is already closed: No. 4.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
});

test('where nobody knows what is still open, nobody says that nothing is', async () => {
  const { user } = showDayEnd(['2026-03-10'], [], { sums: null });
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  expect(await dialog.findByText('The open bills could not be loaded.')).toBeDefined();
  expect(dialog.queryByText(/^No bill/)).toBeNull();
});

test('whoever has seen the difference counts again, and the closing is told what was counted first, also after a discard', async () => {
  const asked: unknown[] = [];
  const { user } = showDayEnd(['2026-03-10'], asked);
  const begin = async () => {
    await user.click(await screen.findByRole('button', { name: 'Close day' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
    const press = (name: string) => user.click(dialog.getByRole('button', { name }));
    await press('Next');
    return { dialog, press };
  };
  const first = await begin();
  expect(first.dialog.queryByText(/^The difference was shown/)).toBeNull();
  await user.type(first.dialog.getByLabelText('$20.00'), '1');
  await first.press('Next');
  await first.dialog.findByRole('row', { name: /Cash/ });
  await first.press('Count again');
  expect(first.dialog.getByText(/^The difference was shown/)).toBeDefined();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));

  const again = await begin();
  expect(again.dialog.getByText(/^The difference was shown/)).toBeDefined();
  await user.type(again.dialog.getByLabelText('$20.00'), '2');
  expect(again.dialog.queryByText('What you typed before is still here.')).toBeNull();
  await user.type(again.dialog.getByLabelText('Card'), '7');
  await again.press('Next');
  await again.press('Close 10 Mar 2026');
  await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
  const counts = [
    { paymentTypeId: 1, amount: 40 },
    { paymentTypeId: 2, amount: 7 },
  ];
  expect(asked).toEqual([{ businessDate: '2026-03-10', counts, firstCounts: [{ paymentTypeId: 1, amount: 20 }] }]);
  for (const name of ['day-count', 'day-first-counts']) expect(localStorage.getItem(tenantKey(name))).toBeNull();
});
