import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addBill, PASSWORD } from './bills.ts';
import { enterAs, expectAccessible, expectAccessibleInTheDarkToo, openDevice, PHONE } from './browser.ts';

const seeFloor = (page: Page, floor: string) => page.getByRole('group', { name: 'Floors' }).getByText(floor, { exact: true }).click();

test('an owner places two tables, and a waiter opens the bill of one through the plan', async () => {
  const owner = await openDevice();
  await enterAs(owner, 'owner@demo.example', PASSWORD);
  const { table, free, id } = await addBill(owner);
  await owner.goto('/dashboard/settings/tables');
  await owner.getByRole('link', { name: 'Plan' }).click();
  const plan = owner.getByRole('list', { name: /^Plan of/ });
  const tile = (title: string) => plan.getByRole('button', { name: new RegExp(`^${title} `) });
  await plan.waitFor();
  // other journeys may sit at all tables of the first floor
  await seeFloor(owner, table.floor);

  // one by mouse, the other by keys
  const dragged = tile(table.table_title);
  await dragged.click({ trial: true });
  const numberIn = async (style: Locator, name: string) =>
    Number(new RegExp(`--${name}: (\\d+)`).exec((await style.getAttribute('style'))!)?.[1]);
  const rowOf = () => numberIn(dragged.locator('..'), 'y');
  const [rows, row] = [await numberIn(plan, 'rows'), await rowOf()];
  // which table it is depends on the journeys before; below all tables there is room, of which one that stands low needs less
  const by = row < 5 ? 8 : 4;
  const before = (await dragged.boundingBox())!;
  const height = (await plan.boundingBox())!.height / rows;
  await owner.mouse.move(before.x + 20, before.y + 20);
  await owner.mouse.down();
  await owner.mouse.move(before.x + 60, before.y + 20 + height, { steps: 4 });
  await owner.mouse.move(before.x + 100, before.y + 20 + by * height, { steps: 4 });
  await owner.mouse.up();
  await expect.poll(rowOf).toBe(row + by);
  await tile(free.table_title).focus();
  for (const key of ['ArrowRight', 'ArrowDown', '-']) await owner.keyboard.press(key);
  await owner.getByText('Round', { exact: true }).click();
  await expectAccessibleInTheDarkToo(owner);

  // what is not saved is asked about
  await owner.getByRole('link', { name: 'All tables' }).click();
  await owner.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay here' }).click();
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await owner.getByText('Plan saved.').waitFor();
  const cell = () => dragged.locator('..').getAttribute('style');
  const placed = await cell();
  await owner.reload();
  await plan.waitFor();
  await seeFloor(owner, table.floor);
  expect(await cell()).toBe(placed);
  expect(await tile(free.table_title).getAttribute('data-shape')).toBe('round');

  const waiter = await openDevice(PHONE);
  await enterAs(waiter, 'waiter@demo.example', PASSWORD);
  await waiter.goto('/dashboard/orders');
  // on a phone how orders are shown is behind it
  await waiter.getByRole('button', { name: 'Filter' }).click();
  await waiter.getByText('Plan', { exact: true }).click();
  await seeFloor(waiter, table.floor);
  const seen = waiter.getByRole('list', { name: /^Plan of/ });
  const at = (title: string) => seen.getByRole('button', { name: new RegExp(`^${title} `) });
  await at(table.table_title).waitFor();
  expect(await at(free.table_title).textContent()).toMatch(/Free/);
  await expectAccessible(waiter);
  await at(table.table_title).click();
  await waiter
    .getByRole('article', { name: table.table_title })
    .getByRole('button', { name: /^Actions/ })
    .click();
  await waiter.getByRole('menuitem', { name: 'Open bill' }).click();
  await waiter.waitForURL(new RegExp(`/checks/${id}$`));
  await waiter.getByRole('heading', { level: 1, name: table.table_title }).waitFor();

  // at a free table an order begins
  await waiter.goto('/dashboard/orders');
  await at(free.table_title).click();
  await waiter.waitForURL(/\/dashboard\/pos/);
});
