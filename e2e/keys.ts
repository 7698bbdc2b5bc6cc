import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The name of what has the focus, as a screen reader would begin to say it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const at = document.activeElement;
    return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '';
  })()`);
/** Waits until something of that name has the focus. */
export const expectFocus = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name);

/** Tab until something of that name has the focus. */
export const tabTo = async (page: Page, name: string | RegExp) => {
  for (let steps = 0; steps < 40; steps++) {
    const at = await focused(page);
    if (typeof name === 'string' ? at === name : name.test(at)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`'${name}' is not reached with Tab`);
};
/** Tab until something of that name has the focus, and then this key. */
export const press = async (page: Page, name: string | RegExp, key = 'Enter') => {
  await tabTo(page, name);
  await page.keyboard.press(key);
};
