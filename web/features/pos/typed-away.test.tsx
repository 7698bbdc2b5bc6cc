import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { button, card, dialog, layOutGrid, lines, open } from './testing-till.tsx';

beforeEach(layOutGrid);

type User = Awaited<ReturnType<typeof open>>['user'];

const options = async (user: User) => {
  await user.click(card('Pizza'));
  const choices = within(await dialog('Pizza'));
  await user.type(choices.getByRole('textbox', { name: /Notes/ }), 'no salt');
};
const draft = async (user: User) => {
  await user.click(button('Save Draft'));
  await user.type(within(await dialog('Save Draft')).getByRole('textbox'), 'Mr. Rao');
};
const discount = async (user: User) => {
  await user.keyboard('{F6}');
  const ofOrder = within(await dialog('Discount – whole order'));
  await user.type(ofOrder.getByRole('textbox', { name: 'Percent off' }), '12.5');
};
const part = async (user: User) => {
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  await user.click(pay.getByRole('button', { name: 'Pay a part' }));
  await user.type(pay.getByRole('textbox', { name: /^Amount of/ }), '3');
  await user.click(pay.getByRole('button', { name: 'Add payment' }));
};
const tip = async (user: User) => {
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  await user.click(pay.getByRole('radio', { name: /^Card/ }));
  await user.type(pay.getByRole('textbox', { name: 'Tip' }), '2');
};

test('a tip whose field went with its payment type is nothing that a question is asked for', async () => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  await tip(user);
  await user.click(within(await dialog('Pay & Send')).getByRole('radio', { name: /^Cash/ }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([options, draft, discount, part, tip])('Escape asks before what was typed is thrown away (%o)', async (fill) => {
  const { user } = await open();
  await user.click(card('Fish Soup'));
  await fill(user);
  await user.keyboard('{Escape}');
  await user.click(within(await dialog('Discard changes?')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lines()).toHaveLength(1);
});

test('who only looked, or touched a percent or a note, is asked nothing', async () => {
  const { user } = await open();
  await user.click(card('Pizza'));
  await dialog('Pizza');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(card('Fish Soup'));
  await user.keyboard('{F6}');
  await user.click(within(await dialog('Discount – whole order')).getByRole('button', { name: '10 %' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button('Pay & Send'));
  const pay = within(await dialog('Pay & Send'));
  await user.click(pay.getByRole('button', { name: 'Exact' }));
  await user.click(pay.getByRole('button', { name: 'Go back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
