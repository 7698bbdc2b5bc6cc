import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listCharges } from '#contract/charges.ts';
import { AppError } from '#contract/errors.ts';
import { listMenuItems } from '#contract/menu-items.ts';
import { restoreDeleted } from '#contract/deleted.ts';
import { addTax, deleteTax, listTaxes, updateTax } from '#contract/taxes.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { TaxesScreen } from './TaxesScreen.tsx';

const vat = { id: 1, title: 'VAT', rate: 7.5, type: 'exclusive' as const };
const wine = { id: 2, title: 'Wine', rate: 10, type: 'inclusive' as const };
const item = (id: number, taxId: number) => ({
  id,
  title: `Dish ${id}`,
  price: 1,
  net_price: null,
  tax_id: taxId,
  tax_title: null,
  tax_rate: null,
  tax_type: null,
  category_id: null,
  category_title: null,
  image: null,
  sold_out: false,
  addons: [],
  variants: [],
});
const done = { success: true as const };

test('shows number, title, rate and type', async () => {
  show(<TaxesScreen />, { server: [answers(listTaxes, () => [vat, wine])] });
  await screen.findByText('VAT');
  const cells = screen.getAllByRole('row').map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent));
  expect(cells).toEqual([
    ['#', 'Title', 'Rate', 'Type'],
    ['1', 'VAT', '7.5 %', 'Exclusive'],
    ['2', 'Wine', '10 %', 'Inclusive'],
  ]);
});

test('says what is missing or wrong in a new tax, then adds it', async () => {
  const add = vi.fn((_: { body: object }) => ({ ...done, message: 'Tax added.', id: 3, taxId: 3 }));
  const { user } = show(<TaxesScreen />, { server: [answers(listTaxes, () => [vat]), answers(addTax, add)] });
  await user.click(screen.getByRole('button', { name: 'New' }));

  await user.click(screen.getByRole('button', { name: 'Add' }));
  for (const sentence of ['Provide Title!', 'Invalid value provided in Tax Rate!', 'Select Tax Type!']) {
    expect(screen.getByText(sentence)).toBeTruthy();
  }
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));

  await user.type(screen.getByLabelText('Title'), 'Service');
  await user.type(screen.getByLabelText('Rate'), '-1');
  await user.selectOptions(screen.getByLabelText('Type'), 'inclusive');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Invalid value provided in Tax Rate!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Rate')));
  expect(add).not.toHaveBeenCalled();

  await user.clear(screen.getByLabelText('Rate'));
  await user.type(screen.getByLabelText('Rate'), '12,5');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Tax added.')).toBeTruthy();
  expect(add.mock.lastCall?.[0].body).toEqual({ title: 'Service', rate: 12.5, type: 'inclusive' });
});

test('a dialog whose answer is on its way stays until it is there, and closes then', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const add = async () => {
    await held;
    return { ...done, message: 'Tax added.', id: 3, taxId: 3 };
  };
  const { user } = show(<TaxesScreen />, { server: [answers(listTaxes, () => [vat]), answers(addTax, add)] });
  await screen.findByText('VAT');
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.type(screen.getByLabelText('Title'), 'Service');
  await user.type(screen.getByLabelText('Rate'), '5');
  await user.selectOptions(screen.getByLabelText('Type'), 'inclusive');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Service');

  answer();
  expect(await screen.findByText('Tax added.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('changes a tax; zero is a rate; what was typed stays when the server is in trouble', async () => {
  let isBroken = true;
  const update = vi.fn((_: { params: object; body: object }) => {
    if (isBroken) throw new AppError('server_error', 'Something went wrong!');
    return { ...done, message: 'Tax updated.' };
  });
  const { user } = show(<TaxesScreen />, { server: [answers(listTaxes, () => [vat]), answers(updateTax, update)] });
  await user.click(await screen.findByRole('button', { name: 'Edit VAT' }));
  expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('exclusive');

  await user.clear(screen.getByLabelText('Title'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please provide title!')).toBeTruthy();

  await user.type(screen.getByLabelText('Title'), 'No tax');
  await user.clear(screen.getByLabelText('Rate'));
  await user.type(screen.getByLabelText('Rate'), '0{Enter}');
  expect(await screen.findByText('Something went wrong!')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('No tax');
  expect(screen.getByLabelText<HTMLInputElement>('Rate').value).toBe('0 %');

  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Tax updated.')).toBeTruthy();
  expect(update.mock.lastCall?.[0]).toMatchObject({ params: { id: '1' }, body: { title: 'No tax', rate: 0, type: 'exclusive' } });
});

test('two values of one field: the form asks which stays', async () => {
  const tries: { title?: string; rate?: unknown; basedOn?: object | undefined }[] = [];
  const changed = [
    { field: 'title', value: 'Sales tax', by: 'Anna' },
    { field: 'rate', value: 12.5, by: 'Anna' },
  ];
  const update = answers(updateTax, ({ body }) => {
    tries.push(body);
    if (tries.length > 1) return { ...done, message: 'Tax updated.' };
    throw new AppError('changed_meanwhile', 'Anna changed this meanwhile. Please choose what stays!', { body: { changed } });
  });
  const { user } = show(<TaxesScreen />, { server: [answers(listTaxes, () => [vat]), update] });
  await user.click(await screen.findByRole('button', { name: 'Edit VAT' }));
  await user.type(screen.getByLabelText('Title'), ' new{Enter}');

  expect(await screen.findByText(/Anna changed this to Sales tax/)).toBeTruthy();
  expect(screen.getByText(/Anna changed this to 12.5/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('VAT new');
  const [keepTitle] = screen.getAllByRole('button', { name: 'Keep mine' });
  await user.click(keepTitle!);
  await user.click(screen.getByRole('button', { name: 'Take theirs' }));
  expect(screen.getByLabelText<HTMLInputElement>('Rate').value).toBe('12.5 %');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Tax updated.')).toBeTruthy();
  expect(tries[0]).toMatchObject({ title: 'VAT new', basedOn: { title: 'VAT', rate: 7.5, type: 'exclusive' } });
  // what was kept, and what was taken, begins with theirs
  expect(tries[1]).toMatchObject({ title: 'VAT new', rate: 12.5, basedOn: { title: 'Sales tax', rate: 12.5 } });
});

test('deletes only after the question', async () => {
  const remove = vi.fn((_: { params: object }) => ({ ...done, message: 'Tax deleted.' }));
  const items = [item(1, 2), item(2, 2), item(3, 1)];
  const server = [answers(listTaxes, () => [vat, wine]), answers(deleteTax, remove), answers(listMenuItems, () => items)];
  const { user } = show(<TaxesScreen />, { server });
  await user.click(await screen.findByRole('button', { name: 'Delete Wine' }));
  const question = await screen.findByRole('dialog', { name: 'Delete tax Wine?' });
  expect(question.textContent).toContain('Are you sure! This process is irreversible!');
  expect(question.textContent).toContain('2 items lose their tax.');
  expect(remove).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Tax deleted.')).toBeTruthy();
  expect(remove.mock.lastCall?.[0].params).toEqual({ id: '2' });
});

test('empty and broken have their sentences', async () => {
  const { unmount } = show(<TaxesScreen />, { server: [answers(listTaxes, () => [])] });
  expect(await screen.findByRole('button', { name: 'Add the first tax' })).toBeTruthy();
  unmount();
  show(<TaxesScreen />);
  expect(await screen.findByText('Error loading data, Try Later!')).toBeTruthy();
});

test('a tax that was deleted is back with one touch', async () => {
  let taxes = [vat];
  const restore = vi.fn((_: { body: object }) => {
    taxes = [vat];
    return { ...done, message: 'VAT is back; 201 items have their tax again.' };
  });
  const { user } = show(<TaxesScreen />, {
    server: [
      answers(listTaxes, () => taxes),
      answers(listMenuItems, () => [item(1, 1)]),
      answers(deleteTax, () => {
        taxes = [];
        return { ...done, message: 'Tax deleted.' };
      }),
      answers(restoreDeleted, restore),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Delete VAT' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('VAT is back; 201 items have their tax again.')).toBeTruthy();
  expect(restore.mock.lastCall?.[0].body).toEqual({ kind: 'taxes', id: 1 });
  expect(await screen.findByText('VAT')).toBeTruthy();
});

test('a tax has parts that add up to it, and changes on a day; its receipt is seen while it is typed', async () => {
  const update = vi.fn((_: { body: object }) => ({ ...done, message: 'Tax updated.' }));
  const gst = { ...vat, title: 'GST', rate: 5, inForce: 5, schedule: [{ from: '2126-01-01', rate: 12, parts: [] }] };
  const { user } = show(<TaxesScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [answers(listTaxes, () => [gst]), answers(updateTax, update), answers(getStoreSetting, () => ({ currency: 'INR' }) as never)],
  });
  const row = within(await screen.findByRole('row', { name: /GST/ }));
  expect(row.getByText('5 %')).toBeTruthy();
  await user.click(row.getByRole('button', { name: /Edit|Update/ }));
  await user.click(screen.getByRole('button', { name: 'Add a part of the tax' }));
  await user.type(screen.getByLabelText('Part 1'), 'CGST');
  const rates = () => within(screen.getByRole('group', { name: 'Parts' })).getAllByLabelText('Rate');
  await user.type(rates()[0]!, '2.5');
  expect(screen.getByRole('alert').textContent).toBe('The parts come to 2.5 %, the tax is 5 %.');
  await user.click(screen.getByRole('button', { name: 'Add a part of the tax' }));
  await user.type(screen.getByLabelText('Part 2'), 'SGST');
  await user.type(rates()[1]!, '2.5');
  expect(screen.queryByText(/The parts come to/)).toBeNull();
  expect(screen.getByLabelText('On a receipt').textContent).toContain('CGST 2.5%₹0.25SGST 2.5%₹0.25The guest pays₹10.50');
  // what the change makes of them: in proportion, until it is typed
  await user.click(screen.getByRole('button', { name: 'The same parts from 2126-01-01' }));
  const changed = within(screen.getByRole('group', { name: 'Parts from 2126-01-01' }));
  expect(changed.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual(['6 %', '6 %']);
  const cgst = changed.getByLabelText('CGST');
  await user.clear(cgst);
  await user.type(cgst, '7');
  expect(screen.getByRole('alert').textContent).toBe('The parts from 2126-01-01 come to 13 %, the tax is 12 %.');
  const sgst = changed.getByLabelText('SGST');
  await user.clear(sgst);
  await user.type(sgst, '5');
  expect(screen.queryByText(/The parts from/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(update).toHaveBeenCalled());
  expect(update.mock.lastCall?.[0].body).toMatchObject({
    rate: 5,
    parts: [
      { title: 'CGST', rate: 2.5 },
      { title: 'SGST', rate: 2.5 },
    ],
    schedule: [
      {
        from: '2126-01-01',
        rate: 12,
        parts: [
          { title: 'CGST', rate: 7 },
          { title: 'SGST', rate: 5 },
        ],
      },
    ],
  });
});

test.each([
  ['a rate that goes down is asked whether it has an end', [7], '2031-01-01'],
  ['a rate that goes up again has its end, though it stays below the first one', [7, 16], undefined],
  ['a rate that goes down once more is asked for, too', [7, 16, 12], '2033-01-01'],
])('%s', async (_, rates, from) => {
  const schedule = rates.map((rate, year) => ({ from: `${2031 + year}-01-01`, rate, parts: [] }));
  const { user } = show(<TaxesScreen />, { server: [answers(listTaxes, () => [{ ...vat, rate: 19, schedule: schedule.toReversed() }])] });
  await user.click(await screen.findByRole('button', { name: 'Edit VAT' }));
  expect(screen.queryByText(/has no end/)?.textContent).toBe(
    from && `The lower rate from ${from} has no end: add a change for the day on which it ends, if it does.`,
  );
});

test('of two changes for one day the second is said to be wrong, and something else can be saved', async () => {
  const update = vi.fn((_: { body: object }) => ({ ...done, message: 'Tax updated.' }));
  const schedule = [
    { from: '2126-01-01', rate: 12, parts: [] },
    { from: '2126-01-01', rate: 13, parts: [] },
  ];
  const { user } = show(<TaxesScreen />, {
    server: [answers(listTaxes, () => [{ ...vat, schedule }]), answers(updateTax, update)],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit VAT' }));
  const [first, second] = screen.getAllByLabelText('From');
  expect([first, second].map((field) => field!.getAttribute('aria-invalid'))).toEqual([null, 'true']);
  expect(screen.getAllByText('A tax changes once on a day!')).toHaveLength(1);
  const title = screen.getByLabelText('Title');
  await user.clear(title);
  await user.type(title, 'Levy');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(update).toHaveBeenCalled());
  expect(update.mock.lastCall?.[0].body).toMatchObject({ title: 'Levy', schedule, basedOn: { schedule } });
});

test('hostile titles of a tax and its parts are text, on the receipt beside them too', async () => {
  const title = '<img src=x onerror=alert(1)>';
  const parts = [{ title: `${title} part`, rate: 7.5 }];
  const { user } = show(<TaxesScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [answers(listTaxes, () => [{ ...vat, title, parts }]), answers(getStoreSetting, () => ({ currency: 'USD' }) as never)],
  });
  const row = within(await screen.findByText(title).then((cell) => cell.closest('tr')!));
  await user.click(row.getByRole('button', { name: /Edit|Update/ }));
  expect(screen.getByLabelText<HTMLInputElement>('Part 1').value).toBe(`${title} part`);
  expect(screen.getByLabelText('On a receipt').textContent).toContain(`${title} part 7.5%`);
  expect(document.querySelector('img')).toBeNull();
});

test('somebody else changed the parts and the changes: the form asks at the rows, and says them', async () => {
  const part = (title: string, rate: number) => ({ title, rate });
  const gst = { ...vat, title: 'GST', rate: 18, parts: [part('CGST', 9), part('SGST', 9)], schedule: [] };
  const changed = [
    { field: 'parts', value: [part('CGST', 10), part('Cess', 8)], by: 'Anna' },
    { field: 'schedule', value: [{ from: '2031-01-01', rate: 20, parts: [] }], by: 'Anna' },
  ];
  const tries: { parts?: unknown; schedule?: unknown }[] = [];
  const { user } = show(<TaxesScreen />, {
    server: [
      answers(listTaxes, () => [gst]),
      answers(updateTax, ({ body }) => {
        tries.push(body);
        if (tries.length > 1) return { ...done, message: 'Tax updated.' };
        throw new AppError('changed_meanwhile', 'Anna changed this meanwhile. Please choose what stays!', { body: { changed } });
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit GST' }));
  await user.type(screen.getByLabelText('Part 2'), 's');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const parts = within(screen.getByRole('group', { name: 'Parts' }));
  expect(await parts.findByText('Anna changed this to CGST 10 %, Cess 8 %')).toBeTruthy();
  const changes = within(screen.getByRole('group', { name: 'Changes' }));
  expect(changes.getByText('Anna changed this to from 2031-01-01 20 %')).toBeTruthy();
  await user.click(parts.getByRole('button', { name: 'Take theirs' }));
  expect(screen.getByLabelText<HTMLInputElement>('Part 2').value).toBe('Cess');
  await user.click(changes.getByRole('button', { name: 'Take theirs' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Tax updated.')).toBeTruthy();
  expect(tries[1]).toMatchObject({ parts: changed[0]!.value, schedule: [{ from: '2031-01-01', rate: 20 }] });
});

test('the question before a tax goes counts take-away and charges, too', async () => {
  const charge = {
    id: 1,
    title: 'Service',
    kind: 'percent' as const,
    value: 10,
    taxId: 1,
    deliveryTypes: [],
    minCovers: 0,
    isActive: true,
  };
  const { user } = show(<TaxesScreen />, {
    server: [
      answers(listTaxes, () => [vat]),
      answers(listMenuItems, () => [item(1, 1), { ...item(2, 2), taxIdTakeaway: 1 }]),
      answers(listCharges, () => [charge, { ...charge, id: 2, taxId: 2 }]),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Delete VAT' }));
  expect(await screen.findByText('1 item loses its tax. 1 item loses its tax of take-away. 1 charge loses its tax.')).toBeTruthy();
});

test('a change is offered from the business day of the store on; the receipt has the rate in force', async () => {
  vi.setSystemTime('2026-03-10T02:30:00Z');
  const gst = { ...vat, rate: 5, inForce: 12, schedule: [{ from: '2026-01-01', rate: 12, parts: [] }] };
  // 22:30 of the day before, and its day starts at 23:00
  const store = { currency: 'USD', timezone: 'America/New_York', dayStart: '23:00' };
  const { user } = show(<TaxesScreen />, {
    as: { role: 'admin', scopes: [] },
    server: [answers(listTaxes, () => [gst]), answers(getStoreSetting, () => store as never)],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit VAT' }));
  expect((await screen.findByLabelText('On a receipt')).textContent).toContain('VAT 12%$1.20The guest pays$11.20');
  await user.click(screen.getByRole('button', { name: 'Change the rate on a day' }));
  expect(screen.getAllByLabelText<HTMLInputElement>('From').map(({ value }) => value)).toEqual(['2026-01-01', '2026-03-08']);
  vi.useRealTimers();
});
