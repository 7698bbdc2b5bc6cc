import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealServer, startRealServer } from '#tools/parts/real-server.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';
import { enterAs, expectAccessible, openDevice, signInOn } from './browser.ts';

const owner = { username: 'owner@life.example', password: 'a long life' };
const waiter = { username: 'waiter@life.example', password: 'a good evening' };

const provider = { username: 'provider@life.example', password: 'a long overview' };

let server: RealServer;
let database: pg.Client;
const stops: (() => Promise<unknown>)[] = [];

// A server of its own: the dates of its only restaurant are moved, as time would.
beforeAll(async () => {
  const scratch = await openScratchDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-life-'));
  // no pool: its end does not wait until the database knows of it
  database = new pg.Client({ connectionString: scratch.ownerUrl });
  await database.connect();
  server = await startRealServer(dataDir, {
    DATABASE_URL: scratch.ownerUrl,
    TRIAL_DAYS: '14',
    GRACE_DAYS: '3',
    SUPPORT_EMAIL: 'help@life.example',
    SUPERADMIN_EMAIL: provider.username,
    SUPERADMIN_PASSWORD: provider.password,
  });
  stops.push(
    () => server.stop(),
    () => database.end(),
    scratch.stop,
    async () => rmSync(dataDir, { recursive: true, force: true }),
  );
}, 120_000);
afterAll(async () => {
  for (const stop of stops) await stop();
});

const endsIn = (interval: string) => database.query('update tenants set active_until = now() + $1::interval', [interval]);
const history = async () => {
  const { rows } = await database.query('select status from subscription_history order by id');
  return rows.map(({ status }) => status as string);
};
const statusOf = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (address) => (await fetch(address)).status, `/api/v1${path}`);
const pathOf = (page: Page) => new URL(page.url()).pathname;
const subscribe = async (page: Page) => {
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.waitForURL('**/test-checkout');
  await page.getByText('No card is charged').waitFor();
};
const closedToStaff = 'The subscription of this restaurant is not active at the moment.';

/** What the super administrator is told of the only restaurant: its status, and its history from the newest on. */
const toldToProvider = async (page: Page): Promise<string[]> => {
  await page.goto('/superadmin/dashboard/tenants');
  await page.getByRole('table', { name: 'Tenants' }).getByRole('link', { name: 'Life' }).click();
  await page.getByRole('heading', { name: 'History', exact: true }).waitFor();
  const status = page.getByText(/^(Active|Inactive)$/);
  await status.waitFor();
  const rows = page.getByRole('table', { name: 'Subscription history' }).getByRole('row');
  const told = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => (row as { cells?: { textContent: string }[] }).cells![0]!.textContent),
  );
  return [await status.innerText(), ...told];
};

test('trial, expiry, grace, the closed door, a subscription, its cancellation: what owner and staff see', async () => {
  const [desk, tablet] = [
    await openDevice({ width: 1440, height: 900 }, { baseURL: server.origin }),
    await openDevice(undefined, { baseURL: server.origin }),
  ];

  // a restaurant registers and hires somebody
  await desk.goto('/register');
  const account = { biz_name: 'Life', ...owner };
  const member = { name: 'Nina', ...waiter, userScopes: ['POS', 'KITCHEN'] };
  const post = (page: Page, path: string, body: object) =>
    page.evaluate(
      async ([address, json]) =>
        (await fetch(address!, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json })).status,
      [`/api/v1${path}`, JSON.stringify(body)],
    );
  expect(await post(desk, '/auth/signup', account)).toBe(200);
  await signInOn(desk, owner.username, owner.password);
  expect(await post(desk, '/users/add', member)).toBe(200);
  await enterAs(tablet, waiter.username, waiter.password);

  // trial
  await desk.goto('/dashboard/profile');
  await desk.getByText('Free trial').waitFor();
  await desk.getByText('₹2,000.00').waitFor();
  expect(await desk.getByRole('complementary', { name: 'Subscription' }).count()).toBe(0);
  await expectAccessible(desk);

  // its last days: the owner is reminded, staff is not
  await endsIn('2 days');
  await desk.goto('/dashboard/pos');
  await desk.getByText('Your trial ends in 2 days.').waitFor();
  await expectAccessible(desk);
  await tablet.goto('/dashboard/kitchen');
  await tablet.getByRole('heading', { name: 'Kitchen' }).waitFor();
  expect(await tablet.getByRole('complementary', { name: 'Subscription' }).count()).toBe(0);

  // expired, in grace: everything goes on
  await endsIn('-1 day');
  await desk.goto('/dashboard/orders');
  await desk.getByText(/Your trial is over\. Access ends on/).waitFor();
  expect([await statusOf(desk, '/orders'), await statusOf(tablet, '/kitchen')]).toEqual([200, 200]);

  const overview = await openDevice({ width: 1440, height: 900 }, { baseURL: server.origin });
  await overview.goto('/superadmin');
  await overview.getByLabel('Email').fill(provider.username);
  await overview.getByLabel('Password', { exact: true }).fill(provider.password);
  await overview.getByRole('button', { name: 'Login' }).click();
  await overview.waitForURL('**/superadmin/dashboard/home');
  expect(await toldToProvider(overview)).toEqual(['Active']);

  // the door closes
  await endsIn('-4 days');
  expect([await statusOf(desk, '/orders'), await statusOf(tablet, '/kitchen')]).toEqual([402, 402]);
  await desk.goto('/dashboard/orders');
  await desk.waitForURL('**/dashboard/inactive-subscription');
  await desk.getByText(/The trial ended on/).waitFor();
  await expectAccessible(desk);
  await tablet.goto('/dashboard/kitchen');
  await tablet.waitForURL('**/dashboard/inactive-subscription');
  await tablet.getByText(closedToStaff).waitFor();
  expect(await tablet.getByRole('button', { name: 'Subscribe' }).count()).toBe(0);
  await expectAccessible(tablet);
  await tablet.goto('/test-checkout');
  await tablet.waitForURL('**/no-access');
  expect(await history()).toEqual([]);
  expect(await toldToProvider(overview)).toEqual(['Inactive']);

  // a checkout that is left grants nothing, and neither does the page that one comes back to
  await subscribe(desk);
  await expectAccessible(desk);
  await desk.getByRole('link', { name: 'Cancel' }).click();
  await desk.getByText('Payment Cancelled/Failed, you can try again!').waitFor();
  await expectAccessible(desk);
  await desk.goto('/success');
  await desk.getByRole('heading', { name: 'Waiting for the confirmation' }).waitFor();
  await desk.getByText('help@life.example').waitFor();
  expect(await statusOf(desk, '/orders')).toBe(402);
  await desk.goto('/cancelled-payment');
  await desk.getByRole('link', { name: 'Back to profile' }).click();
  await desk.waitForURL('**/dashboard/profile');

  // subscribed: the owner at once, the tablet by itself
  await tablet.goto('/dashboard/inactive-subscription');
  await tablet.getByText(closedToStaff).waitFor();
  await subscribe(desk);
  await desk.getByRole('button', { name: 'Subscribe without paying' }).click();
  await desk.waitForURL('**/success');
  await desk.getByRole('heading', { name: 'Subscription created' }).waitFor();
  await desk.getByRole('button', { name: 'Logout' }).waitFor();
  await expectAccessible(desk);
  expect(await history()).toEqual(['created']);
  expect(await toldToProvider(overview)).toEqual(['Active', 'Created']);
  expect([await statusOf(desk, '/orders'), await statusOf(tablet, '/kitchen')]).toEqual([200, 200]);
  await tablet.waitForURL((url) => url.pathname !== '/dashboard/inactive-subscription');

  // cancelled: asked, then immediate for everybody
  await tablet.goto('/dashboard/kitchen');
  await tablet.getByRole('heading', { name: 'Kitchen' }).waitFor();
  await desk.getByRole('link', { name: 'To the dashboard' }).click();
  await desk.goto('/dashboard/profile');
  await desk.getByText('Test billing: no card is charged.').waitFor();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Cancel Subscription' }).click();
  await desk
    .getByText('Are you sure? This will immediately cancel your subscription, and you will lose out access to the product.')
    .waitFor();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Cancel subscription', exact: true }).click();
  await desk.waitForURL('**/dashboard/inactive-subscription');
  await desk.getByText('There is no subscription at the moment.').waitFor();
  expect(await statusOf(tablet, '/kitchen')).toBe(402);
  expect(await history()).toEqual(['created', 'cancelled']);
  expect(await toldToProvider(overview)).toEqual(['Inactive', 'Cancelled', 'Created']);

  // the tablet, left alone, follows: its socket was closed and its next question is answered with 402
  await tablet.waitForURL('**/dashboard/inactive-subscription');
  await tablet.getByText(closedToStaff).waitFor();

  // and the account is still there: profile, support, sign-out
  await tablet.goto('/dashboard/profile');
  await tablet.getByText(waiter.username).first().waitFor();
  expect(await tablet.getByRole('region', { name: 'Subscription' }).count()).toBe(0);
  await tablet.getByRole('button', { name: 'Logout' }).first().click();
  await tablet.waitForURL((url) => ['/', '/login'].includes(url.pathname));
  expect(pathOf(desk)).toBe('/dashboard/inactive-subscription');
}, 180_000);
