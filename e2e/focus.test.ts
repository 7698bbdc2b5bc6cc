import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDevice, PHONE, signInOn, TABLET } from './browser.ts';

const settings = '/dashboard/settings';
const STOPS_MAX = 120;

/** What has the focus: its name, and whether any of it can be seen: nothing lies over all its corners and its middle (WCAG 2.4.11). */
const look = (page: Page) =>
  page.evaluate(() => {
    interface Box {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    interface Node {
      contains: (other: Node | null) => boolean;
      getBoundingClientRect: () => Box;
      closest: (selector: string) => Node | null;
      getAttribute: (name: string) => string | null;
      innerText?: string;
      id: string;
      tagName: string;
    }
    const { document, innerHeight, innerWidth } = globalThis as unknown as {
      document: { activeElement: Node; body: Node; elementFromPoint: (x: number, y: number) => Node | null };
      innerHeight: number;
      innerWidth: number;
    };
    const element = document.activeElement;
    if (element === document.body) return undefined;
    // a switch is drawn by its row
    const shown = element.closest('label, [data-switch], .mantine-Switch-root, .mantine-Checkbox-root') ?? element;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)] as const),
    );
    const isSeen = points.some(([x, y]) => {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
      const over = document.elementFromPoint(x, y);
      return over !== null && (shown.contains(over) || over.contains(shown));
    });
    return {
      name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText ?? ''} ${element.id} ${Math.round(top)}–${Math.round(bottom)}`,
      isSeen,
    };
  });

test('whoever goes through a form by keyboard always sees what has the focus: no bar lies over it', async () => {
  const page = await openDevice();
  await signInOn(page, 'owner@demo.example', 'comanda-demo');
  for (const viewport of [PHONE, TABLET])
    for (const path of [`${settings}/details`, `${settings}/print-settings`, `${settings}/menu-items/1`]) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await save.waitFor();
      await page.locator('main').getByRole('textbox').first().focus();
      let stops = 0;
      for (; stops < STOPS_MAX; stops++) {
        const seen = await look(page);
        if (!seen) break;
        expect(seen, `${path} at ${viewport.width}`).toMatchObject({ isSeen: true });
        await page.keyboard.press('Tab');
      }
      expect(stops).toBeGreaterThan(5);
    }
});
