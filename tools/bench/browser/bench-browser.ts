import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { median } from '#tools/parts/median.ts';
import { launchProfile } from '#tools/parts/chromium.ts';
import { buildWeb } from '#scripts/prepare.mjs';
import { startRealServer } from '#tools/parts/real-server.ts';

const TABLET = { width: 1024, height: 768 };
export interface Tablet {
  browser: Browser;
  context: BrowserContext;
}

/**
 * A server of its own and a tablet's browser before it. `furnish` fills a restaurant through the calls of `owner`, who is then signed in
 * through the screen; what `measure` answers is answered.
 */
export const onTablet = async <F, T>(
  owner: { username: string; password: string },
  furnish: (context: BrowserContext) => Promise<F>,
  measure: (tablet: Tablet, furnished: F) => Promise<T>,
): Promise<T> => {
  await buildWeb();
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-bench-'));
  chmodSync(dataDir, 0o755);
  const server = await startRealServer(dataDir);
  const profile = mkdtempSync(join(tmpdir(), 'comanda-profile-'));
  const context = await launchProfile(profile, { viewport: TABLET, baseURL: server.origin, bypassCSP: true });
  try {
    const furnished = await furnish(context);
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByLabel('Email').fill(owner.username);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/\/dashboard\//);
    await page.close();
    return await measure({ browser: context.browser()!, context }, furnished);
  } finally {
    await context.close();
    await server.stop();
    for (const folder of [dataDir, profile]) rmSync(folder, { recursive: true, force: true });
  }
};

export interface TabletFigure {
  what: string;
  /** ms, or a count */
  values: number[];
  /** what the median may be; without it the figure is there to compare with */
  most?: number;
}

/** Prints figures as a table; answers those that were missed. */
export const sayFigures = (say: (line: string) => void, figures: readonly TabletFigure[]): string[] => {
  say('what | median | worst | at most');
  return figures.flatMap(({ what, values, most }) => {
    const middle = median(values);
    say(`${what} | ${middle.toFixed(0)} | ${Math.max(...values).toFixed(0)} | ${most ?? ''}`);
    return most !== undefined && middle > most ? [`${what}: ${middle.toFixed(0)} is above ${most}`] : [];
  });
};
