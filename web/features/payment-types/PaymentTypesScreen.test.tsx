import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { addPaymentType, deletePaymentType, listPaymentTypes, togglePaymentType, updatePaymentType } from '#contract/payment-types.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { traits } from '#web/platform/testing-store.ts';
import { PaymentTypesScreen } from './PaymentTypesScreen.tsx';

const cash = { id: 1, title: 'Cash', is_active: true, ...traits.cash };
const card = { id: 2, title: 'Card', is_active: false, ...traits.card };
const done = { success: true as const };
const activeSwitch = (title: string) => screen.getByRole<HTMLInputElement>('switch', { name: `${title} is active` });

test('shows which ones are active', async () => {
  show(<PaymentTypesScreen />, { server: [answers(listPaymentTypes, () => [cash, card])] });
  await screen.findByRole('switch', { name: 'Cash is active' });
  expect(activeSwitch('Cash').checked).toBe(true);
  expect(activeSwitch('Card').checked).toBe(false);
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Kind'),
    'CashCashGives change',
    'CardCardTakes tips',
  ]);
});

test('switches one in the list: at once, and by itself when a colleague does', async () => {
  let rows = [cash, card];
  let answer = (): void => {};
  const toggle = vi.fn(async ({ body }: { params: object; body: { isActive: unknown } }) => {
    await new Promise<void>((resolve) => (answer = resolve));
    rows = [cash, { ...card, is_active: body.isActive === true }];
    return { ...done, message: 'Payment type switched on.' };
  });
  const { user } = show(<PaymentTypesScreen />, { server: [answers(listPaymentTypes, () => rows), answers(togglePaymentType, toggle)] });
  await screen.findByRole('switch', { name: 'Card is active' });

  await user.click(activeSwitch('Card'));
  expect(activeSwitch('Card').checked).toBe(true);
  answer();
  expect(await screen.findByText('Payment type switched on.')).toBeTruthy();
  expect(activeSwitch('Card').checked).toBe(true);
  expect(toggle.mock.lastCall?.[0]).toMatchObject({ params: { id: '2' }, body: { isActive: true } });
});

test('a refused switch goes back', async () => {
  const { user } = show(<PaymentTypesScreen />, {
    server: [
      answers(listPaymentTypes, () => [cash]),
      answers(togglePaymentType, () => {
        throw new AppError('not_found', 'There is no such payment type.');
      }),
    ],
  });
  await screen.findByRole('switch', { name: 'Cash is active' });
  await user.click(activeSwitch('Cash'));
  expect(await screen.findByText('There is no such payment type.')).toBeTruthy();
  await waitFor(() => expect(activeSwitch('Cash').checked).toBe(true));
});

test('adds one, which needs a title', async () => {
  const add = vi.fn((_: { body: object }) => ({ ...done, message: 'Payment type added.', id: 3, paymentTypeId: 3 }));
  const { user } = show(<PaymentTypesScreen />, { server: [answers(listPaymentTypes, () => [cash]), answers(addPaymentType, add)] });
  await user.click(screen.getByRole('button', { name: 'New' }));
  expect(screen.queryByRole('switch', { name: 'Active' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Please provide Payment Type Title!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));

  await user.type(screen.getByLabelText('Title'), 'Voucher');
  await user.click(screen.getByRole('radio', { name: 'Card' }));
  await user.click(screen.getByRole('switch', { name: 'Needs a reference' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Payment type added.')).toBeTruthy();
  const traits = { kind: 'card', givesChange: false, takesTip: true, needsReference: true };
  expect(add.mock.lastCall?.[0].body).toEqual({ title: 'Voucher', isActive: true, ...traits });
});

test('the update has an Active switch, and keeps what was typed when it fails', async () => {
  let isBroken = true;
  const update = vi.fn((_: { params: object; body: object }) => {
    if (isBroken) throw new AppError('conflict', 'This payment type exists already!');
    return { ...done, message: 'Payment type updated.' };
  });
  const { user } = show(<PaymentTypesScreen />, { server: [answers(listPaymentTypes, () => [cash]), answers(updatePaymentType, update)] });
  await user.click(await screen.findByRole('button', { name: 'Edit Cash' }));

  await user.clear(screen.getByLabelText('Title'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please provide title!')).toBeTruthy();

  await user.type(screen.getByLabelText('Title'), 'Coins');
  await user.click(screen.getByRole('switch', { name: 'Active' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This payment type exists already!')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Coins');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Active' }).checked).toBe(false);

  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Payment type updated.')).toBeTruthy();
  expect(update.mock.lastCall?.[0]).toMatchObject({ params: { id: '1' }, body: { title: 'Coins', isActive: false } });
});

test('deletes only after the question', async () => {
  const remove = vi.fn((_: { params: object }) => ({ ...done, message: 'Payment type deleted.' }));
  const { user } = show(<PaymentTypesScreen />, {
    server: [answers(listPaymentTypes, () => [cash, card]), answers(deletePaymentType, remove)],
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Card' }));
  expect(screen.getByText('Are you sure! This process is irreversible!')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Payment type deleted.')).toBeTruthy();
  expect(remove.mock.lastCall?.[0].params).toEqual({ id: '2' });
});

test('empty and broken have their sentences', async () => {
  const { unmount } = show(<PaymentTypesScreen />, { server: [answers(listPaymentTypes, () => [])] });
  expect(await screen.findByRole('button', { name: 'Add the first payment type' })).toBeTruthy();
  unmount();
  show(<PaymentTypesScreen />);
  expect(await screen.findByText('Error loading data, Try Later!')).toBeTruthy();
});

test('somebody else changed the kind meanwhile: the form asks at it', async () => {
  const { user } = show(<PaymentTypesScreen />, {
    server: [
      answers(listPaymentTypes, () => [card]),
      answers(updatePaymentType, () => {
        throw new AppError('changed_meanwhile', 'Anna changed this meanwhile. Please choose what stays!', {
          body: { changed: [{ field: 'kind', value: 'cash', by: 'Anna' }] },
        });
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Card' }));
  await user.click(screen.getByRole('radio', { name: 'Other' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Anna changed this to Cash')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Take theirs' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Cash' }).checked).toBe(true);
});
