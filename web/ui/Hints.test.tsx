import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { Hints } from './Hints.tsx';

const open = () =>
  show(
    <>
      <Hints />
      <button type="button" data-hint="Save Draft">
        <svg aria-label="save" />
      </button>
      <button type="button" data-hint="Delete">
        delete
      </button>
      <button type="button">plain</button>
    </>,
  );
const hint = () => screen.queryByRole('tooltip')?.textContent;
const button = (name: string) => screen.getByRole('button', { name });
const longer = () => new Promise((resolve) => setTimeout(resolve, 500));

test('a mouse that rests on an element, or on what is in it, gets its hint; on the next its own; beside them none', async () => {
  const { user } = open();
  await user.hover(screen.getByLabelText('save'));
  expect(hint()).toBeUndefined();
  await waitFor(() => expect(hint()).toBe('Save Draft'));

  // no pointer rests between elements that touch
  fireEvent.pointerOver(button('delete'), { pointerType: 'mouse' });
  expect(hint()).toBeUndefined();
  await waitFor(() => expect(hint()).toBe('Delete'));

  await user.hover(button('plain'));
  expect(hint()).toBeUndefined();
});

test('a mouse that leaves the window takes the hint along, also one that is still to come', async () => {
  open();
  fireEvent.pointerOver(button('save'), { pointerType: 'mouse' });
  fireEvent.pointerOut(button('save'), { pointerType: 'mouse', relatedTarget: null });
  await longer();
  expect(hint()).toBeUndefined();
});

test('what an element says may change while it is read', async () => {
  open();
  fireEvent.pointerOver(button('save'), { pointerType: 'mouse' });
  await waitFor(() => expect(hint()).toBe('Save Draft'));
  button('save').dataset['hint'] = 'Saved';
  await waitFor(() => expect(hint()).toBe('Saved'));
});

test('the Tab key gets the hint at once; Escape, a touch and the next key take it away', async () => {
  const { user } = open();
  for (const leave of [() => user.keyboard('{Escape}'), () => user.click(button('save')), () => user.tab()]) {
    button('plain').focus();
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    expect(hint()).toBe('Save Draft');
    await leave();
    expect(hint()).not.toBe('Save Draft');
  }
});

test('a finger gets none, nor whom a script leads back after a key', async () => {
  const { user } = open();
  fireEvent.pointerOver(button('save'), { pointerType: 'touch' });
  await longer();
  await user.keyboard('{Enter}');
  button('save').focus();
  expect(hint()).toBeUndefined();
});
