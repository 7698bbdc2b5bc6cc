import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { enterAs, expectAccessibleInTheDarkToo, openDevice } from './browser.ts';

test('an owner reads the last week, looks at a chart as a table by keyboard, prints it and takes it along as a file', async () => {
  const page = await openDevice();
  await enterAs(page, 'owner@demo.example', 'comanda-demo');
  await page.goto('/dashboard/reports');
  await page.getByText('Top selling items').waitFor();
  await page.getByLabel('Period', { exact: true }).selectOption('last_7days');
  await page.getByRole('img', { name: /^Revenue by day\. Most at / }).waitFor();
  expect(
    await page
      .getByRole('img', { name: /^Revenue by day/ })
      .locator('.recharts-bar-rectangle')
      .count(),
  ).toBeGreaterThan(5);
  await expectAccessibleInTheDarkToo(page);

  await page.getByRole('button', { name: 'Show Revenue by day as a table' }).focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Revenue by day' });
  expect(await table.getByRole('row').count()).toBe(8);
  await expectAccessibleInTheDarkToo(page);

  // the period stands in the address
  await page.reload();
  await page.getByText('Top selling items').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Export CSV' }).isVisible()).toBe(false);
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  await page.getByRole('table', { name: 'Revenue by day' }).waitFor();
  expect(await page.getByText('Trattoria Comanda').last().isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toContain('Top selling items');
}, 120_000);
