import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium } from '#tools/parts/chromium.ts';
import { buildWeb } from '#scripts/prepare.mjs';
import { startRealServer } from '#tools/parts/real-server.ts';

// Takes the README's pictures of the real screens with the demonstration restaurant: `node tools/build/pictures.ts`.
const FOLDER = 'docs/pictures';
const TABLET = { width: 1024, height: 768 };
const PASSWORD = 'comanda-demo';

await buildWeb();
mkdirSync(FOLDER, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'comanda-pictures-'));
chmodSync(dataDir, 0o755);
const server = await startRealServer(dataDir, { DEMO: 'on' });
const browser = await launchChromium();

const open = async (who: string, path: string) => {
  const context = await browser.newContext({ viewport: TABLET, deviceScaleFactor: 1.5, baseURL: server.origin });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(`${who}@demo.example`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/dashboard\//);
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return page;
};
const take = async (page: Page, name: string) => {
  await page.waitForTimeout(800);
  await sharp(await page.screenshot())
    .resize(1200)
    .webp({ quality: 80 })
    .toFile(join(FOLDER, `${name}.webp`));
};

const waiter = await open('waiter', '/dashboard/pos');
for (const title of ['Caprese', 'Wild Mushroom Soup', 'Marinated Olives', 'Beef Carpaccio']) {
  await waiter.getByPlaceholder('Search Item').fill(title);
  await waiter.getByRole('button', { name: `Add ${title}`, exact: true }).click();
}
await waiter.getByPlaceholder('Search Item').fill('');
await take(waiter, 'pos');
await waiter.getByRole('button', { name: /Pay & Send/ }).click();
await take(waiter, 'pay');
await take(await open('cook', '/dashboard/kitchen'), 'kitchen');
await take(await open('owner', '/dashboard/orders'), 'orders');

await browser.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
