import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { addCustomer, searchCustomers, updateCustomer } from '#contract/customers.ts';
import { AppError } from '#contract/errors.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { CustomerDialog } from './CustomerDialog.tsx';
import { CustomerSearch, type PickedCustomer } from './CustomerSearch.tsx';

const ada = { name: 'Ada Byron', phone: '555 0100' };
const adam = { name: 'Adam Smith', phone: '555 0101' };
const known = answers(searchCustomers, ({ query }) =>
  [ada, adam].filter(({ name }) => name.toLowerCase().includes(query.q!.toLowerCase())),
);

const Field = ({ onAdd, onPick = () => {} }: { onAdd?: (typed: string) => void; onPick?: (picked: PickedCustomer | null) => void }) => {
  const [value, setValue] = useState<PickedCustomer | null>(null);
  const change = (picked: PickedCustomer | null) => {
    setValue(picked);
    onPick(picked);
  };
  return <CustomerSearch label="Customer" value={value} onChange={change} onAdd={onAdd} />;
};

test('finds customers with name and phone, picks one by keyboard, and clears it', async () => {
  const picked = vi.fn();
  const { user } = show(<Field onPick={picked} />, { server: [known] });
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' });

  await user.type(box, 'ada');
  await screen.findByText('555 0101');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');

  expect(picked).toHaveBeenLastCalledWith(adam);
  expect(box.value).toBe('\u2068Adam Smith\u2069 · 555 0101');
  await user.click(screen.getByRole('button', { name: 'Clear customer' }));
  expect(picked).toHaveBeenLastCalledWith(null);
  expect(box.value).toBe('');
});

test('Enter picks the only one that fits', async () => {
  const picked = vi.fn();
  const { user } = show(<Field onPick={picked} />, { server: [known] });

  await user.type(screen.getByLabelText('Customer'), 'byron');
  await screen.findByText('Ada Byron');
  await user.keyboard('{Enter}');

  expect(picked).toHaveBeenLastCalledWith(ada);
});

test('what was typed stays when the field is left, is said to be nobody, and goes on from there', async () => {
  const picked = vi.fn();
  const { user } = show(<Field onPick={picked} />, { server: [known] });
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' });

  await user.type(box, 'byron');
  await screen.findByText('Ada Byron');
  await user.tab();
  expect(box.value).toBe('byron');
  await screen.findByText('No customer chosen yet.');
  expect(screen.queryByRole('option')).toBeNull();
  expect(box.getAttribute('aria-expanded')).toBe('false');

  await user.click(box);
  await screen.findByRole('option', { name: /Ada Byron/ });
  expect(screen.queryByText('No customer chosen yet.')).toBeNull();
  await user.keyboard('{Escape}');
  expect(box.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{Enter}');
  expect(box.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Enter}');
  expect(picked).toHaveBeenLastCalledWith(ada);

  // beside somebody who is picked, what was typed would only hide who it is
  await user.type(box, 'smi');
  await user.tab();
  expect(box.value).toBe('\u2068Ada Byron\u2069 · 555 0100');
});

test('adding that is given up keeps what was typed; one who is picked elsewhere takes its place', async () => {
  const add = vi.fn();
  const Outer = () => {
    const [value, setValue] = useState<PickedCustomer | null>(null);
    return (
      <>
        <CustomerSearch label="Customer" value={value} onChange={setValue} onAdd={add} />
        <button type="button" onClick={() => setValue(adam)}>
          A QR order comes
        </button>
      </>
    );
  };
  const { user } = show(<Outer />, { server: [known] });
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' });

  await user.type(box, 'zoe');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(add).toHaveBeenCalledWith('zoe');
  expect(box.value).toBe('zoe');
  await user.click(screen.getByRole('button', { name: 'A QR order comes' }));
  expect(box.value).toBe('\u2068Adam Smith\u2069 · 555 0101');
});

test('says when nothing fits and when the server is in trouble, and offers to add', async () => {
  let isBroken = false;
  const add = vi.fn();
  const search = answers(searchCustomers, () => {
    if (isBroken) throw new AppError('server_error', 'Something went wrong!');
    return [];
  });
  const { user } = show(<Field onAdd={add} />, { server: [search] });
  const box = screen.getByLabelText('Customer');

  await user.type(box, 'nobody');
  expect(await screen.findByText('No result found!')).toBeTruthy();
  // a list of options that holds anything else is none for a screen reader
  expect([...screen.getByRole('listbox').children].map((child) => child.getAttribute('role'))).toEqual(['option']);
  isBroken = true;
  await user.type(box, '!');
  expect(await screen.findByText('Something went wrong! Try later!', {}, { timeout: 8000 })).toBeTruthy();
  await user.click(screen.getByText('Add customer'));
  expect(add).toHaveBeenCalledWith('nobody!');
});

test('the dialog says what is missing or wrong, then adds, with null for what is empty', async () => {
  const add = vi.fn((_: { body: object }) => ({ success: true as const, message: 'Customer added.' }));
  const saved = vi.fn();
  const { user } = show(<CustomerDialog onSaved={saved} onClose={() => {}} />, { server: [answers(addCustomer, add)] });

  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText("Please Provide Customer's Phone!")).toBeTruthy();
  expect(screen.getByText("Please Provide Customer's Name!")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Phone')));

  await user.type(screen.getByLabelText('Phone'), '555;1');
  await user.type(screen.getByLabelText('Name'), ' Ada ');
  await user.type(screen.getByLabelText('Email'), 'ada@');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('Please provide valid phone no.!')).toBeTruthy();
  expect(screen.getByText('Please Provide Valid Email!')).toBeTruthy();

  await user.clear(screen.getByLabelText('Phone'));
  // as a keyboard in Kuwait writes it
  await user.type(screen.getByLabelText('Phone'), '٥٥٥ ١');
  await user.clear(screen.getByLabelText('Email'));
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await user.type(screen.getByLabelText('Birth date'), tomorrow);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Birth date cannot be in the future!')).toBeTruthy();
  expect(add).not.toHaveBeenCalled();

  await user.clear(screen.getByLabelText('Birth date'));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith({ phone: '555 1', name: 'Ada' }));
  expect(add.mock.lastCall?.[0].body).toEqual({ phone: '555 1', name: ' Ada ', email: null, birthDate: null, gender: null, notes: null });
});

test('a phone cannot be changed, a taken one is told and what was typed stays', async () => {
  const update = vi.fn((_: { params: object; body: object }) => ({ success: true as const, message: 'Customer updated.' }));
  const customer = { phone: '#1?', name: 'Ada', email: 'ada@example.com', birth_date: '1990-05-01', gender: 'female' as const };
  const { user, unmount } = show(<CustomerDialog customer={customer} onClose={() => {}} />, { server: [answers(updateCustomer, update)] });
  expect(screen.getByLabelText<HTMLInputElement>('Phone').disabled).toBe(true);
  await user.clear(screen.getByLabelText('Email'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(update.mock.lastCall?.[0]).toMatchObject({
      params: { id: '#1?' },
      body: { name: 'Ada', email: null, birthDate: '1990-05-01', gender: 'female' },
    }),
  );
  unmount();

  const taken = answers(addCustomer, () => {
    const message = 'A customer with this phone already exists!';
    throw new AppError('conflict', message, { errors: [{ path: ['phone'], message }] });
  });
  const search = answers(searchCustomers, () => [
    { name: 'Somebody Else', phone: '9 555 0100' },
    { name: 'Martin Shaw', phone: '(555) 0100' },
  ]);
  const again = show(<CustomerDialog typed="555 0100" onClose={() => {}} />, { server: [taken, search] });
  await again.user.type(screen.getByLabelText('Name'), 'Bob');
  await again.user.click(screen.getByRole('button', { name: 'Add' }));
  // as a message and beside the field
  expect(await screen.findAllByText('A customer with this phone already exists!')).toHaveLength(2);
  const phone = screen.getByLabelText<HTMLInputElement>('Phone');
  expect([phone.value, phone.getAttribute('aria-invalid')]).toEqual(['555 0100', 'true']);
  // and the way to whoever has it
  expect((await screen.findByRole('link', { name: 'Open Martin Shaw' })).getAttribute('href')).toBe('/dashboard/customers/(555)%200100');
  await again.user.type(phone, '1');
  expect(screen.queryByRole('link', { name: 'Open Martin Shaw' })).toBeNull();
  again.unmount();

  const picked = vi.fn();
  const closed = vi.fn();
  const third = show(<CustomerDialog typed="555 0100" onSaved={picked} onClose={closed} />, { server: [taken, search] });
  await third.user.type(screen.getByLabelText('Name'), 'Bob{Enter}');
  await third.user.click(await screen.findByRole('button', { name: 'Choose Martin Shaw' }));
  expect(picked).toHaveBeenCalledWith({ phone: '(555) 0100', name: 'Martin Shaw' });
  expect(closed).toHaveBeenCalled();
});
