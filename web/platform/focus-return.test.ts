import { afterEach, expect, test } from 'vitest';
import { keepFocusOfWaiting } from './focus-return.ts';

let stop = () => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

/** A button that waits, as a browser has it: it is disabled, and has no focus. */
const pressed = async (between: () => void = () => {}) => {
  const button = document.body.appendChild(document.createElement('button'));
  const other = document.body.appendChild(document.createElement('input'));
  stop = keepFocusOfWaiting();
  button.focus();
  button.click();
  button.disabled = true;
  button.blur();
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
  between();
  button.disabled = false;
  await Promise.resolve();
  return { button, other };
};

test('a button that had to wait has the focus back when it can be pressed again', async () => {
  const { button } = await pressed();
  expect(document.activeElement).toBe(button);
});

test('who has gone on meanwhile stays there', async () => {
  const { other } = await pressed(() => document.querySelector('input')!.focus());
  expect(document.activeElement).toBe(other);
});

test('behind a dialog that was closed nothing takes the focus', async () => {
  await pressed(() => stop());
  expect(document.activeElement).toBe(document.body);
});
