import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '#tools/parts/chromium.ts';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { atLeast, exactly, type Figure } from '#tools/parts/figures.ts';
import { buildWeb } from '#scripts/prepare.mjs';
import { startRealServer } from '#tools/parts/real-server.ts';
import { fillRestaurant } from './screens-data.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PASSWORD = 'comanda-demo';
const PROVIDER = { username: 'screens@provider.example', password: 'screens of the provider' };
const OPENINGS = 16; // dialogs and menus of one screen that are tried

/** How a screen is looked at: [name, width, height, media]. */
type Look = readonly [name: string, width: number, height: number, media?: Parameters<Page['emulateMedia']>[0]];
const PHONE: Look = ['390', 390, 844];
const TABLET: Look = ['1024', 1024, 768];
const DARK = { colorScheme: 'dark' } as const;
const CONTRAST = { forcedColors: 'active' } as const;
const ALL: Look[] = [
  PHONE,
  ['768', 768, 1024],
  TABLET,
  ['1440', 1440, 900],
  ['390 dark', 390, 844, DARK],
  ['1024 dark', 1024, 768, DARK],
  ['1440 dark', 1440, 900, DARK],
  ['1024 forced colours', 1024, 768, CONTRAST],
  ['1440 at 200 %', 720, 450],
];
const OF_DIALOGS: Look[] = [PHONE, TABLET, ['1024 dark', 1024, 768, DARK], ['1440 at 200 %', 720, 450]];

const STAFF = [
  'home pos orders checks kitchen expediter order-status customer-display reservation customers customers/%2B12125550111 invoices users',
  'reports reports/day-end activity displays print-jobs profile devices contact-support',
  'settings/details settings/print-settings settings/printers settings/tables settings/tables/plan settings/menu-items settings/menu-items/1',
  'settings/menu-items/categories settings/stations settings/tax-setup settings/charges settings/payment-types settings/reasons',
].flatMap((line) => line.split(' ').map((path) => `/dashboard/${path}`));
const PLATFORM = ['home', 'tenants', 'tenants/1/subscription-history', 'reports', 'account', 'contact-support'].map(
  (path) => `/superadmin/dashboard/${path}`,
);
const STRANGERS = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?token=x',
  '/no-access',
  '/cancelled-payment',
  '/superadmin',
  '/nowhere',
];

interface Axe {
  run: (on: object, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {});
  await page.waitForTimeout(350);
};

/** What axe and a ruler find wrong on the page as it stands. */
const look = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { axe, document } = globalThis as unknown as {
      axe: Axe;
      document: { documentElement: { scrollWidth: number; clientWidth: number } };
    };
    const { violations } = await axe.run(document, { runOnly: rules });
    const found = violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 140)}`));
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...found, `scrolls sideways: ${scrollWidth} of ${clientWidth}`] : found;
  }, RULES);
};

const buttons = (page: Page) => page.locator('main button:visible, main [role=button]:visible, [role=menu] [role=menuitem]:visible');
const overlay = (page: Page) => page.locator('[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible').last();

/** Whether a touch may end the visit itself. */
const ENDS = /sign out|log ?out|delete account|cancel subscription/i;

/** The names of what can be touched, one for each first word: 'Edit Margherita' stands for all dishes. */
const openingsOf = async (page: Page): Promise<number[]> => {
  const names = await buttons(page).evaluateAll((found) =>
    found.map((one) => {
      const { ariaLabel, innerText } = one as unknown as { ariaLabel: string | null; innerText: string };
      return ariaLabel ?? innerText;
    }),
  );
  const first = new Map<string, number>();
  for (const [at, name] of names.entries()) {
    const key = name.trim().split(/\s+/)[0] ?? '';
    if (key && !ENDS.test(name) && !first.has(key)) first.set(key, at);
  }
  return [...first.values()].slice(0, OPENINGS);
};

interface Options {
  say: (line: string) => void;
  /** only screens whose address has this in it: what one works on, in a minute */
  path?: string | undefined;
  /** where each view is kept as a picture, to be looked at */
  pictures?: string | undefined;
}

/** Visits screens and all that opens from them, in every look; collects what is wrong, each once. */
export const runScreens = async ({ say, path: wanted = '', pictures }: Options): Promise<Figure[]> => {
  await buildWeb();
  const dataDir = newDataDirectory('screens');
  const server = await startRealServer(dataDir, {
    DEMO: 'on',
    SUPERADMIN_EMAIL: PROVIDER.username,
    SUPERADMIN_PASSWORD: PROVIDER.password,
  });
  const wrong = new Map<string, string>();
  let views = 0;
  let dialogs = 0;
  let browser: Browser | undefined;

  const see = async (page: Page, where: string, looks: Look[]) => {
    for (const [name, width, height, media] of looks) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce', ...media });
      await page.waitForTimeout(350);
      views += 1;
      if (pictures) await page.screenshot({ path: join(pictures, `${where} ${name}.png`.replaceAll(/[^\w.-]+/g, '_')) });
      for (const fault of await look(page)) {
        const key = `${where.replace(/ › .*/, '')} ${fault}`;
        if (wrong.has(key)) continue;
        wrong.set(key, `${where} (${name}): ${fault}`);
        say(`  ${wrong.get(key)}`);
      }
    }
  };
  const open = async (options: BrowserContextOptions = {}) => {
    browser ??= await launchChromium();
    const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 1024, height: 768 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(8000);
    page.setDefaultNavigationTimeout(60_000);
    page.on('pageerror', (error) => {
      const fault = `${new URL(page.url()).pathname} threw: ${error.message}`;
      if (!wrong.has(fault)) say(`  ${fault}`);
      wrong.set(fault, fault);
    });
    return page;
  };
  const signedIn = async (username: string, password: string, login = '/login') => {
    const page = await open();
    await page.goto(login);
    await page.getByLabel('Email').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dashboard\//);
    return page;
  };
  const go = async (page: Page, path: string) => {
    await page.setViewportSize({ width: TABLET[1], height: TABLET[2] });
    await page.goto(path);
    await settle(page);
  };

  /** Every dialog and menu that a touch on this screen opens, and those that the menus open. */
  const openAll = async (page: Page, path: string) => {
    await go(page, path);
    for (const at of await openingsOf(page)) {
      await go(page, path);
      const button = buttons(page).nth(at);
      // what was touched before may have changed the board
      if (!(await button.isVisible())) continue;
      const name = ((await button.getAttribute('aria-label')) ?? (await button.innerText())).trim().split('\n')[0]!;
      if (
        !(await button.click({ timeout: 1500 }).then(
          () => true,
          () => false,
        ))
      )
        continue;
      await page.waitForTimeout(500);
      if (!(await overlay(page).isVisible())) continue;
      dialogs += 1;
      await see(page, `${path} › ${name}`, OF_DIALOGS);
    }
  };

  const tour = async (page: Page, paths: string[], kind: string, withDialogs: boolean, looks = ALL) => {
    for (const path of paths.filter((one) => one.includes(wanted))) {
      say(`${kind}: ${path}`);
      await go(page, path);
      await see(page, `${path} [${kind}]`, looks);
      if (withDialogs) await openAll(page, path);
    }
  };

  try {
    const code = await fillRestaurant(server.origin, 'owner@demo.example', PASSWORD);
    const owner = await signedIn('owner@demo.example', PASSWORD);
    const [bill] = (await (await owner.request.get('/api/v1/checks')).json()) as { check_id: number }[];
    await tour(owner, [...STAFF, `/dashboard/checks/${bill!.check_id}`], 'filled', true);
    await owner.route('**/api/v1/**', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await tour(owner, STAFF, 'failing', false, [PHONE, TABLET]);
    await owner.unroute('**/api/v1/**');
    await owner.route('**/api/v1/**', () => {});
    await tour(owner, STAFF, 'loading', false, [PHONE, TABLET]);
    await owner.context().close();
    const newcomer = await open();
    await newcomer.request.post('/api/v1/auth/signup', {
      data: { biz_name: 'Empty', username: 'empty@screens.example', password: 'nothing in it yet' },
    });
    await newcomer.context().close();
    await tour(await signedIn('empty@screens.example', 'nothing in it yet'), STAFF, 'empty', false, [PHONE, TABLET, ALL[5]!]);
    await tour(
      await open(),
      [...STRANGERS, `/m/${code}`, `/m/${code}/cart`, '/m/order-success', '/m/order-failed', '/m/unknown'],
      'strangers',
      true,
    );
    await tour(await signedIn(PROVIDER.username, PROVIDER.password, '/superadmin'), PLATFORM, 'provider', true);
  } finally {
    await browser?.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return [
    atLeast('views of screens, dialogs and menus', views, wanted ? 1 : 400),
    atLeast('dialogs and menus among them', dialogs, wanted ? 0 : 60),
    exactly('faults that axe (WCAG 2.2 AA) or a ruler finds, or that a page throws', wrong.size),
  ];
};
