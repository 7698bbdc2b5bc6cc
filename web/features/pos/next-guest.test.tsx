import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { searchCustomers } from '#contract/customers.ts';
import { readStored, tenantKey, writeStored } from '#web/platform/storage.ts';
import { answers, show } from '#web/platform/testing.tsx';
import { type CartLine, newSale, type Sale } from './cart.ts';
import { button, card, cart, dialog, layOutGrid, lines, open, waiter } from './testing-till.tsx';

beforeEach(layOutGrid);

const storedSale = () => readStored<Sale>(tenantKey('sale'), newSale('none'));
/** As another tab of the same till does it. */
const otherTabStores = (changes: Partial<Sale>) => {
  const key = tenantKey('sale');
  writeStored(key, { ...storedSale(), ...changes });
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
};
const otherTabSends = () => otherTabStores(newSale('a-key-of-the-other-tab'));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
type User = Awaited<ReturnType<typeof open>>['user'];

test('what is to be sent goes with the last line: the next guest’s first item asks for nothing', async () => {
  const gone: CartLine = { id: 99, title: 'Old Dish', variant: null, addons: [], notes: '', quantity: 1 };
  show(null, { as: waiter }).unmount();
  writeStored(tenantKey('sale'), { ...newSale('before'), lines: [gone] });
  const { user } = await open();
  await user.click(button('Send to Kitchen'));
  await user.click(within(await dialog('Send to Kitchen')).getByRole('button', { name: 'Remove from the cart' }));
  await noDialog();

  await user.click(card('Fish Soup'));

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);
});

test('what was there when the till was opened, New took away and Undo brought back is still there after a reload', async () => {
  const dish: CartLine = { id: 2, title: 'Fish Soup', variant: null, addons: [], notes: '', quantity: 2 };
  show(null, { as: waiter }).unmount();
  writeStored(tenantKey('sale'), { ...newSale('before'), lines: [dish] });
  const { user } = await open();
  await user.click(button('New'));
  expect(storedSale().lines).toEqual([]);

  await user.click(button('Undo New'));

  expect(lines()).toHaveLength(1);
  expect(storedSale().lines).toMatchObject([{ title: 'Fish Soup', quantity: 2 }]);
});

const toSend = async (user: User) => {
  await user.click(button('Send to Kitchen'));
  await dialog('Send to Kitchen');
};
const toSave = async (user: User) => {
  await user.click(button('Save Draft'));
  await dialog('Save Draft');
};
const toChange = async (user: User) => {
  await user.click(button(/^Change/));
  await dialog('Fish Soup');
};
const toDiscountLine = async (user: User) => {
  await toChange(user);
  await user.click(within(await dialog('Fish Soup')).getByRole('button', { name: 'Discount' }));
  await user.click(within(await dialog('Discount – Fish Soup')).getByRole('radio', { name: 'New price' }));
};
const toDiscountOrder = async (user: User) => {
  await user.keyboard('{F6}');
  await dialog('Discount – whole order');
};
const toChoose = async (user: User) => {
  await user.click(card('Pizza'));
  await dialog('Pizza');
};
const toAddCustomer = async (user: User) => {
  await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'Ines');
  await user.click(await screen.findByRole('option', { name: 'Add customer' }));
  await dialog('Add Customer');
};
const server = answers(searchCustomers, () => []);

test.each([toSend, toSave, toChange, toDiscountLine, toDiscountOrder, toChoose, toAddCustomer])(
  'what is open for a guest goes with them (%o)',
  async (openIt) => {
    const { user } = await open(server);
    await user.click(card('Fish Soup'));
    await openIt(user);

    otherTabSends();

    await noDialog();
    await user.click(card('Fish Soup'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(lines()).toEqual([expect.stringContaining('Fish Soup')]);
  },
);

test.each([toSend, toSave, toChange, toDiscountLine, toDiscountOrder])(
  'what is open for an order goes with its last line (%o)',
  async (openIt) => {
    const { user } = await open(server);
    await user.click(card('Fish Soup'));
    await openIt(user);

    otherTabStores({ lines: [] });

    await noDialog();
    await user.click(card('Fish Soup'));
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test.each([toChange, toDiscountLine])('what is open for a line goes with it (%o)', async (openIt) => {
  const { user } = await open(server);
  await user.click(card('Fish Soup'));
  await openIt(user);
  const steak: CartLine = { id: 1, title: 'Ribeye Steak', variant: null, addons: [], notes: '', quantity: 1 };

  otherTabStores({ lines: [steak] });

  await noDialog();
  await user.click(card('Fish Soup'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(lines()).toHaveLength(2);
});

test.each([
  ['comes back to its guests', 'T1', 1],
  ['is not added to what the next table orders', 'T2', 0],
])('Undo of a removed dish: it %s', async (_, next, soups) => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Choose T1' }));
  await user.click(card('Fish Soup'));
  await user.click(within(cart()).getByRole('button', { name: /^Remove Fish Soup/ }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  if (next !== 'T1') {
    await user.click(screen.getByRole('combobox', { name: 'Table' }));
    await user.click(await screen.findByRole('option', { name: new RegExp(next) }));
  }
  await user.click(card('Ribeye Steak'));
  await user.click(undo);
  expect(lines().filter((line) => line?.includes('Fish Soup'))).toHaveLength(soups);
});
