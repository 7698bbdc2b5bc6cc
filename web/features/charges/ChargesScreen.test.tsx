import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addCharge, type Charge, deleteCharge, listCharges, updateCharge } from '#contract/charges.ts';
import { AppError } from '#contract/errors.ts';
import { restoreDeleted } from '#contract/deleted.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { listTaxes } from '#contract/taxes.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { ChargesScreen } from './ChargesScreen.tsx';

const done = (message: string) => ({ success: true as const, message });
const service: Charge = {
  id: 1,
  title: 'Service',
  kind: 'percent',
  value: 12.5,
  taxId: 3,
  deliveryTypes: ['dinein'],
  minCovers: 6,
  isActive: true,
};

test('a charge is added with where it applies, and deleted after the question that names it', async () => {
  let charges: Charge[] = [];
  const add = vi.fn((_: { body: object }) => {
    charges = [service];
    return { ...done('Charge added.'), id: 1, chargeId: 1 };
  });
  const { user } = show(<ChargesScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [
      answers(listCharges, () => charges),
      answers(listTaxes, () => [{ id: 3, title: 'VAT', rate: 10, type: 'exclusive' as const }]),
      answers(getStoreSetting, () => ({ currency: 'USD' }) as never),
      answers(addCharge, add),
      answers(deleteCharge, () => {
        charges = [];
        return done('Charge deleted.');
      }),
      answers(restoreDeleted, ({ body }) => {
        expect(body).toEqual({ kind: 'charges', id: 1 });
        charges = [service];
        return done('Service is back.');
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add the first charge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Charge' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Please provide a title!')).toBeTruthy();
  await user.type(dialog.getByLabelText('Title'), 'Service');
  await user.type(dialog.getByLabelText('Percent'), '12.5');
  await user.selectOptions(dialog.getByLabelText('Tax'), 'VAT');
  await user.click(dialog.getByLabelText('Dine-In'));
  await user.clear(dialog.getByLabelText('From how many guests'));
  await user.type(dialog.getByLabelText('From how many guests'), '6');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  const row = within(await screen.findByRole('row', { name: /Service/ }));
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Title', 'Value', 'When', 'State', 'Actions']);
  expect(add.mock.lastCall?.[0].body).toMatchObject({ title: 'Service', value: 12.5, taxId: '3', deliveryTypes: ['dinein'], minCovers: 6 });
  expect(row.getByText('Dine-In, from 6 guests')).toBeTruthy();
  await user.click(row.getByRole('button', { name: /Delete/ }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Delete charge Service?' })).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Service/ })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('row', { name: /Service/ })).toBeTruthy();
});

test('a sum and a percentage may have a comma, pasted or typed, and the sum says its currency', async () => {
  const added: object[] = [];
  const { user } = show(<ChargesScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [
      answers(listCharges, () => []),
      answers(listTaxes, () => []),
      answers(getStoreSetting, () => ({ currency: 'EUR' }) as never),
      answers(addCharge, ({ body }) => {
        added.push(body);
        return { ...done('Charge added.'), id: 1, chargeId: 1 };
      }),
    ],
  });
  const add = async (kind: string, label: string, sum: string, isTyped = false) => {
    await user.click(await screen.findByRole('button', { name: 'Add the first charge' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Charge' }));
    await user.type(dialog.getByLabelText('Title'), 'Cover');
    await user.selectOptions(dialog.getByLabelText('Kind'), kind);
    expect(dialog.queryByText('€') !== null).toBe(kind === 'amount');
    await user.click(dialog.getByLabelText(label));
    await (isTyped ? user.keyboard(sum) : user.paste(sum));
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await add('amount', 'Sum', '2,50 €');
  await add('percent', 'Percent', '12,5');
  await add('amount', 'Sum', '1.250,00');
  await add('amount', 'Sum', '1,500{Enter}', true);
  await add('amount', 'Sum', ',5');
  await add('percent', 'Percent', '12,5 %');
  await add('amount', 'Sum', '5 EUR');
  await add('amount', 'Sum', "\u200f1'250.00");
  await add('amount', 'Sum', '1,00,000');
  expect(added).toMatchObject([
    { kind: 'amount', value: 2.5 },
    { kind: 'percent', value: 12.5 },
    { kind: 'amount', value: 1250 },
    { kind: 'amount', value: 1500 },
    { kind: 'amount', value: 0.5 },
    { kind: 'percent', value: 12.5 },
    { kind: 'amount', value: 5 },
    { kind: 'amount', value: 1250 },
    { kind: 'amount', value: 100_000 },
  ]);
});

test.each([
  ['12.50', '12.50'],
  ['1.250,00', '1250.00'],
  ['5 EUR', '5'],
  ['abc', 'abc'],
  ['5 %', '5 %'],
])('once its field is left a sum typed as %s stands there as %s', async (typed, shown) => {
  const { user } = show(<ChargesScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [answers(listCharges, () => []), answers(listTaxes, () => []), answers(getStoreSetting, () => ({ currency: 'EUR' }) as never)],
  });
  await user.click(await screen.findByRole('button', { name: 'Add the first charge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Charge' }));
  await user.type(dialog.getByLabelText('Title'), 'Cover');
  await user.selectOptions(dialog.getByLabelText('Kind'), 'amount');
  await dialog.findByText('€');
  const field = dialog.getByLabelText<HTMLInputElement>('Sum');
  await user.type(field, typed);
  await user.tab();
  expect(field.value).toBe(shown);
  if (shown !== 'abc' && shown !== '5 %') return;
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(dialog.getByText('Please provide a value of 0 or more!')).toBeTruthy();
});

test('a hostile title is text, also in the question', async () => {
  const title = '<img src=x onerror=alert(1)>';
  const { user } = show(<ChargesScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [
      answers(listCharges, () => [{ ...service, title }]),
      answers(listTaxes, () => [{ id: 3, title, rate: 10, type: 'exclusive' as const }]),
      answers(getStoreSetting, () => ({ currency: 'USD' }) as never),
    ],
  });
  const row = within(await screen.findByText(title).then((cell) => cell.closest('tr')!));
  await user.click(row.getByRole('button', { name: /Delete/ }));
  expect(await screen.findByRole('dialog', { name: `Delete charge ${title}?` })).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
});

test('somebody else changed where it applies and its tax: the form asks in its own words', async () => {
  const changed = [
    { field: 'deliveryTypes', value: ['dinein', 'delivery'], by: 'Anna' },
    { field: 'taxId', value: null, by: 'Anna' },
  ];
  const tries: object[] = [];
  const { user } = show(<ChargesScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [
      answers(listCharges, () => [service]),
      answers(listTaxes, () => [{ id: 3, title: 'VAT', rate: 10, type: 'exclusive' as const }]),
      answers(getStoreSetting, () => ({ currency: 'USD' }) as never),
      answers(updateCharge, ({ body }) => {
        tries.push(body);
        if (tries.length > 1) return done('Charge updated.');
        throw new AppError('changed_meanwhile', 'Anna changed this meanwhile. Please choose what stays!', { body: { changed } });
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Service' }));
  await user.click(screen.getByLabelText('Take Away'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Anna changed this to Dine-In, Delivery')).toBeTruthy();
  expect(screen.getByText('Anna changed this to None')).toBeTruthy();
  const [ofTax, ofOptions] = screen.getAllByRole('button', { name: 'Take theirs' });
  await user.click(ofOptions!);
  await user.click(ofTax!);
  expect(screen.getByLabelText<HTMLInputElement>('Delivery').checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Take Away').checked).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(tries[1]).toMatchObject({ deliveryTypes: ['dinein', 'delivery'], taxId: '' }));
});

test('1.500 is not saved as 1.50 unseen: the field asks, by Enter and once it is left, until it is written clearly', async () => {
  const add = vi.fn((_: { body: object }) => ({ ...done('Charge added.'), id: 1, chargeId: 1 }));
  const { user } = show(<ChargesScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [
      answers(listCharges, () => []),
      answers(listTaxes, () => []),
      answers(getStoreSetting, () => ({ currency: 'EUR' }) as never),
      answers(addCharge, add),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add the first charge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Charge' }));
  await user.type(dialog.getByLabelText('Title'), 'Hall');
  await user.selectOptions(dialog.getByLabelText('Kind'), 'amount');
  await dialog.findByText('€');
  const field = dialog.getByLabelText<HTMLInputElement>('Sum');
  await user.type(field, '1.500');
  // it may become 1.500,00
  expect(dialog.queryByText('Please write 1500 or 1.50!')).toBeNull();
  await user.keyboard('{Enter}');
  expect(await dialog.findByText('Please write 1500 or 1.50!')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '2.500');
  await user.tab();
  expect([field.value, dialog.queryByText('Please write 2500 or 2.50!') !== null]).toEqual(['2.500', true]);
  expect(add).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, '2.500,00{Enter}');
  await waitFor(() => expect(add.mock.lastCall?.[0].body).toMatchObject({ value: 2500 }));
});
