import type { Locator, Page } from 'playwright-core';

const KEY = 'journey:touches';

/**
 * Counts what the page itself is told of: a finger, a pen or a mouse that comes down anywhere on it. At the document: what is re-rendered under
 * a tap the browser's driver takes back at the window, and taps once more.
 */
const COUNTER = `document.addEventListener('pointerdown', ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem('${KEY}', String(Number(sessionStorage.getItem('${KEY}')) + 1));
}, { capture: true, passive: true })`;

/** Counts the touches of a page from here on, across its screens and its reloads; `start` begins again at 0. */
export const countTouches = async (page: Page) => {
  await page.addInitScript(COUNTER);
  // this document has begun already
  await page.evaluate(COUNTER);
  const start = () => page.evaluate(`sessionStorage.setItem('${KEY}', '0')`);
  await start();
  return { start, count: async () => Number(await page.evaluate(`sessionStorage.getItem('${KEY}')`)) };
};

/** A finger that stays where it came down. */
export const touchLong = async (page: Page, what: Locator): Promise<void> => {
  // as what is tapped it comes into view, and stands still; unlike that it may be re-rendered meanwhile
  await what.hover();
  const { x, y, width, height } = (await what.boundingBox())!;
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
  await page.getByRole('dialog').waitFor();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
};

export const PAUSES = [80, 250, 600]; // ms between two taps of hurried hands
/** So long after a dialog opened any touch counts (web/platform/opening-pause.ts). */
export const READ = 800; // ms

export type Press = (pause?: number) => Promise<unknown>;

/**
 * A press on what is there now, again and again on the same spot. The time between two of them is what the browser itself tells the page,
 * however slow the machine is: no pause has to be waited for, and what the first one opens may be waited for before the second.
 */
export const pressing = async (page: Page) => {
  const hands = await page.context().newCDPSession(page);
  const finger = async (what: Locator): Promise<Press> => {
    // in sight, and where it stays: a list that was searched moves when it is rendered
    await what.tap({ trial: true });
    const { x, y, width, height } = (await what.boundingBox())!;
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    const first = Date.now();
    return async (pause = 0) => {
      const timestamp = (first + pause) / 1000; // s
      await hands.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
      await hands.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
    };
  };
  const enter = async (what: Locator): Promise<Press> => {
    await what.focus();
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
    const first = Date.now();
    return async (pause = 0) => {
      const timestamp = (first + pause) / 1000; // s
      await hands.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key, timestamp });
      await hands.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp });
    };
  };
  return { finger, enter };
};
