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

test('a mouse that rests on an element, or on what is in it, gets its hint; on the next its own; beside them none', async () => {
  const { user } = open();
  await user.hover(screen.getByLabelText('save'));
  expect(hint()).toBeUndefined();
  await waitFor(() => expect(hint()).toBe('Save Draft'));

  await user.hover(button('delete'));
  await waitFor(() => expect(hint()).toBe('Delete'));

  await user.hover(button('plain'));
  expect(hint()).toBeUndefined();
});

test('the keyboard gets the hint at once, and Escape, a touch and the next key take it away', async () => {
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

test('a finger gets none', async () => {
  open();
  fireEvent.pointerOver(button('save'), { pointerType: 'touch' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(hint()).toBeUndefined();
});
