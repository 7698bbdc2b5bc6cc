import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tenantKey } from '#web/platform/storage.ts';
import { showDayEnd } from './testing-day.tsx';

test('a day that was chosen and not counted is forgotten with the dialog', async () => {
  const first = showDayEnd([], []);
  const begin = async ({ user }: typeof first) => {
    await user.click(await screen.findByRole('button', { name: 'Close day' }));
    return within(await screen.findByRole('dialog', { name: 'Close day' })).getByLabelText<HTMLInputElement>(/^Business day/);
  };
  fireEvent.change(await begin(first), { target: { value: '2026-03-09' } });
  first.unmount();
  expect((await begin(showDayEnd([], []))).value).toBe('2026-03-10');
});

test('what was counted for one day is not counted for another', async () => {
  const { user } = showDayEnd([], []);
  await user.click(await screen.findByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await user.type(dialog.getByLabelText('$20.00'), '3');
  await user.type(dialog.getByLabelText('Card'), '7');
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  fireEvent.change(dialog.getByLabelText(/^Business day/), { target: { value: '2026-03-09' } });
  await user.click(dialog.getByRole('button', { name: 'Next' }));

  expect(dialog.getByRole('status').textContent).toBe('Counted $0.00');
  expect(dialog.getByLabelText<HTMLInputElement>('Card').value).toBe('');
});

test('the sheet of the day hides while cash is counted, and a field that was cleared counts as nothing', async () => {
  const asked: unknown[] = [];
  const { user } = showDayEnd(['2026-03-10'], asked);
  await screen.findByText('Discounts: Neighbours (1)');
  await user.click(screen.getByRole('button', { name: 'Close day' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
  const next = () => user.click(dialog.getByRole('button', { name: 'Next' }));
  await next();
  expect(screen.queryByText('Discounts: Neighbours (1)')).toBeNull();
  await user.type(dialog.getByLabelText('$20.00'), '2');
  await user.clear(dialog.getByLabelText('$20.00'));
  await next();
  await user.click(await dialog.findByRole('button', { name: 'Close 10 Mar 2026' }));
  await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
  expect(asked).toEqual([{ businessDate: '2026-03-10', counts: [] }]);
});

test.each([
  ['$1,250', 1250],
  ['1,250.40', 1250.4],
  ['1250,40', 1250.4],
])('what was counted of a card is read as a terminal or a list writes it: %s', async (written, amount) => {
  for (const isPasted of [true, false]) {
    const asked: { counts: unknown[] }[] = [];
    const { user, unmount } = showDayEnd(['2026-03-10'], asked);
    await user.click(await screen.findByRole('button', { name: 'Close day' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
    const next = () => user.click(dialog.getByRole('button', { name: 'Next' }));
    await next();
    await user.click(dialog.getByLabelText('Card'));
    await user.paste('x');
    await next();
    expect(dialog.getByText('Please provide a valid amount!')).toBeTruthy();
    await user.clear(dialog.getByLabelText('Card'));
    if (isPasted) await user.paste(written);
    else await user.keyboard(written);
    await next();
    await user.click(await dialog.findByRole('button', { name: 'Close 10 Mar 2026' }));
    await screen.findByRole('heading', { level: 1, name: 'Closing 4' });
    expect(asked[0]!.counts).toEqual([{ paymentTypeId: 2, amount }]);
    unmount();
  }
});

test('a half-typed count and note of a day wait for the same person when the till locks itself, until they are thrown away', async () => {
  const first = showDayEnd([], []);
  const begin = async ({ user }: typeof first) => {
    await user.click(await screen.findByRole('button', { name: 'Close day' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
    const next = () => user.click(dialog.getByRole('button', { name: 'Next' }));
    await next();
    return { dialog, next };
  };
  const typing = await begin(first);
  await first.user.type(typing.dialog.getByLabelText('$20.00'), '3');
  await first.user.type(typing.dialog.getByLabelText('Card'), '7');
  await typing.next();
  await first.user.type(typing.dialog.getByLabelText(/^Note/), 'Short');
  first.unmount();

  const second = showDayEnd([], []);
  const { dialog, next } = await begin(second);
  expect(dialog.getByText('What you typed before is still here.')).toBeDefined();
  expect(dialog.getByLabelText<HTMLInputElement>('$20.00').value).toBe('3');
  expect(dialog.getByLabelText<HTMLInputElement>('Card').value).toBe('7');
  await next();
  expect(dialog.getByLabelText<HTMLInputElement>(/^Note/).value).toBe('Short');
  await second.user.keyboard('{Escape}');
  await second.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(localStorage.getItem(tenantKey('day-count'))).toBeNull());
  const third = await begin(second);
  expect(third.dialog.queryByText('What you typed before is still here.')).toBeNull();
  expect(third.dialog.getByLabelText<HTMLInputElement>('$20.00').value).toBe('');
});

test('what was typed before is not said of a count that begins again, once it was cleared by hand', async () => {
  const begin = async ({ user }: ReturnType<typeof showDayEnd>) => {
    await user.click(await screen.findByRole('button', { name: 'Close day' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close day' }));
    await user.click(dialog.getByRole('button', { name: 'Next' }));
    return dialog;
  };
  const first = showDayEnd([], []);
  await first.user.type((await begin(first)).getByLabelText('$20.00'), '3');
  first.unmount();
  const second = showDayEnd([], []);
  const { user } = second;
  const dialog = await begin(second);
  const said = () => dialog.queryByText('What you typed before is still here.');
  expect(said()).not.toBeNull();
  await user.clear(dialog.getByLabelText('$20.00'));
  expect(said()).toBeNull();
  await user.type(dialog.getByLabelText('$20.00'), '1');
  expect(said()).toBeNull();
});
