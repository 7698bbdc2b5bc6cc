import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { layOutGrid, open, card, cart, lines, button, dialog } from './testing-till.tsx';

beforeEach(layOutGrid);

test('by keyboard: arrows between the items, one Tab stop for all of them, and less than 12 from the search to Pay & Send', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  act(() => card('Ribeye Steak').focus());
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(card('Fish Soup'));
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(card('Pizza'));

  await user.click(screen.getByLabelText('Search Item'));
  let stops = 0;
  while (document.activeElement !== button('Pay & Send') && stops < 30) {
    await user.tab();
    stops += 1;
  }
  expect(stops).toBeLessThan(12);
});

test('Enter in the options adds; keys change the quantity, go to the table, send, pay, and stand on a list', async () => {
  const { user } = await open();
  await user.click(card('Pizza'));
  const options = await dialog('Pizza');
  await waitFor(() => expect(document.activeElement).toBe(within(options).getByRole('button', { name: /^Add / })));
  // the dialog takes no second half of a key for a moment
  await new Promise((resolve) => setTimeout(resolve, 450));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(lines()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  act(() => card('Fish Soup').focus());
  await user.keyboard('++-');
  expect(lines()[0]).toContain('2');
  await user.keyboard('{F2}');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Table' }));
  act(() => card('Fish Soup').focus());
  for (const [key, title] of [
    ['?', 'Keyboard'],
    ['{F8}', 'Send to Kitchen'],
    ['{F9}', 'Pay & Send'],
  ] as const) {
    await user.keyboard(key);
    await dialog(title);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test("the keyboard alone sells: '/' searches, Enter adds the first hit, Escape clears", async () => {
  const { user } = await open();

  await user.keyboard('/');
  await user.keyboard('fish{Enter}');
  await user.keyboard('ribeye{Enter}');

  expect(lines()).toEqual([expect.stringContaining('Fish Soup'), expect.stringContaining('Ribeye Steak')]);
  await user.keyboard('{Escape}');
  expect(screen.getByLabelText<HTMLInputElement>('Search Item').value).toBe('');
});

test('touching an item again raises its line; minus on one piece removes it', async () => {
  const { user } = await open();

  await user.click(card('Fish Soup'));
  await user.click(card('Fish Soup'));
  expect(lines()).toEqual([expect.stringMatching(/2Change Fish Soup\$11\.00/)]);
  expect(cart().textContent).toContain('Total$12.10');

  await user.click(button('One Fish Soup less'));
  await user.click(button('Remove Fish Soup'));
  expect(lines()).toEqual([]);
  // a slip of the finger
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(lines()).toEqual([expect.stringMatching(/Fish Soup/)]);
});

test('variants and addons have a live price; equal choices merge, others do not', async () => {
  const { user } = await open();
  const choose = async (variant: string, ...addons: string[]) => {
    await user.click(card('Pizza'));
    const options = within(await dialog('Pizza'));
    await user.click(options.getByRole('radio', { name: new RegExp(variant) }));
    for (const addon of addons) await user.click(options.getByRole('checkbox', { name: new RegExp(addon) }));
    return options;
  };
  const add = async (price: string) => {
    await user.click(button(new RegExp(`^Add.${price.replace('$', '\\$')}`)));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  const options = await choose('Large', 'Ham', 'Olives');
  await user.click(options.getByRole('button', { name: 'One Pizza more' }));
  await add('$35.50');
  await choose('Large', 'Olives', 'Ham');
  await add('$17.75');
  await choose('Small');
  await add('$9.00');

  expect(lines()).toEqual([
    expect.stringMatching(/3Change PizzaLarge, Olives, Ham\$53\.25/),
    expect.stringMatching(/1Change PizzaSmall\$9\.00/),
  ]);
});

test('twenty pieces are typed, not counted up; what is no number of pieces changes nothing', async () => {
  const { user } = await open();
  await user.click(card('Pizza'));
  const options = within(await dialog('Pizza'));
  const field = options.getByRole<HTMLInputElement>('textbox', { name: 'How many Pizza' });
  await user.click(field);
  await user.keyboard('{Backspace}x0');
  expect(options.getByRole('button', { name: /^Add/ }).textContent).toMatch(/\$9\.00$/);
  await user.keyboard('{Backspace}20');
  await user.click(options.getByRole('button', { name: 'One Pizza more' }));
  expect(field.value).toBe('21');
  await user.click(field);
  await user.keyboard('12{Enter}');
  expect(lines()).toEqual([expect.stringMatching(/12Change PizzaSmall\$108\.00/)]);
});
