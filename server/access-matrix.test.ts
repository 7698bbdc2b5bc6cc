import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { addCustomer } from '#contract/customers.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpointsByName } from '#contract/index.ts';
import { listMenuItems } from '#contract/menu-items.ts';
import { type Access, type Scope, scopes } from '#contract/permissions.ts';
import { initPos } from '#contract/pos.ts';
import { openDatabases, type Databases } from '#server/platform/database/database.ts';
import { urlFor } from '#server/platform/database/roles.ts';
import { database, openApp, openRestaurant, openSuperAdmin, type App } from '#server/testing/restaurant.ts';
import { type Input, openTarget, reachesFor, type Target } from '#server/testing/target.ts';

type Cookies = Record<string, string>;
const all = [...endpointsByName];
/** The only calls that answer 401 to whoever has no session to show, although they are open to everybody (wire.md §2). */
const asksForSession = ['refreshToken', 'refreshSuperAdmin'];

/**
 * Who may call what, read from the specification (part-1 §6, wire.md §3) and not from the contract, so that a slip there is
 * seen here. An addition of ours has no row, and is held to what its contract says.
 */
const specified: [string, Access][] = [
  ['GET /auth/devices', 'signed-in'],
  ['POST /auth/remove-device', 'signed-in'],
  ['POST /auth/stripe-product-lookup', 'admin'],
  ['GET /auth/subscription-details', 'admin'],
  ['POST /auth/cancel-subscription', 'admin'],
  ...(['signin', 'signup', 'signout', 'refresh-token', 'forgot-password', 'reset-password/:token', 'stripe-webhook'] as const).map(
    (call): [string, Access] => [`POST /auth/${call}`, 'public'],
  ),
  ['GET /dashboard', ['DASHBOARD']],
  ['GET /events', 'signed-in'],
  ['GET /drawers', ['POS']],
  ['POST /drawers/', ['POS']],
  ['GET /pos/open-checks', ['POS', 'ORDERS']],
  ['GET /pos/', ['POS']],
  ['POST /pos/', ['POS']],
  ['GET /orders', ['POS', 'ORDERS', 'ORDER_STATUS', 'ORDER_STATUS_DISPLAY']],
  ['POST /orders/update-status/', ['POS', 'ORDERS', 'ORDER_STATUS']],
  ['POST /orders/cancel', ['POS', 'ORDERS']],
  ['POST /orders/complete', ['POS', 'ORDERS']],
  ['GET /kitchen/tickets', ['KITCHEN', 'KITCHEN_DISPLAY', 'POS', 'ORDERS']],
  ['GET /kitchen/unseen', ['KITCHEN', 'KITCHEN_DISPLAY', 'POS', 'ORDERS']],
  ['GET /kitchen/ready', ['POS', 'ORDERS']],
  ['POST /kitchen/tickets/', ['POS', 'ORDERS']],
  ['GET /kitchen', ['KITCHEN', 'KITCHEN_DISPLAY']],
  ['POST /kitchen/', ['KITCHEN', 'KITCHEN_DISPLAY']],
  ['GET /invoices', ['INVOICES']],
  ['POST /invoices/orders', ['INVOICES']],
  ['GET /audit', ['REPORTS']],
  ['GET /reports', ['REPORTS']],
  ['GET /reservations', ['RESERVATIONS', 'VIEW_RESERVATIONS', 'MANAGE_RESERVATIONS']],
  ['POST /reservations/', ['RESERVATIONS', 'MANAGE_RESERVATIONS']],
  ['DELETE /reservations/', ['RESERVATIONS', 'MANAGE_RESERVATIONS']],
  ['POST /customers/add', ['POS', 'CUSTOMERS', 'MANAGE_CUSTOMERS', 'RESERVATIONS', 'MANAGE_RESERVATIONS']],
  [
    'GET /customers/search-by-phone-name/search',
    ['POS', 'CUSTOMERS', 'VIEW_CUSTOMERS', 'MANAGE_CUSTOMERS', 'RESERVATIONS', 'VIEW_RESERVATIONS', 'MANAGE_RESERVATIONS'],
  ],
  ['POST /customers/', ['CUSTOMERS', 'MANAGE_CUSTOMERS']],
  ['DELETE /customers/', ['CUSTOMERS', 'MANAGE_CUSTOMERS']],
  ['GET /customers/:id/delivery-address', ['POS', 'CUSTOMERS', 'VIEW_CUSTOMERS', 'MANAGE_CUSTOMERS']],
  ['GET /customers', ['CUSTOMERS', 'VIEW_CUSTOMERS', 'MANAGE_CUSTOMERS']],
  // whoever stands at the till when guests flood the kitchen (wire.md §3, place-order)
  ['POST /settings/store-setting/pause-qr', ['POS', 'SETTINGS']],
  ['GET /settings/printers', ['SETTINGS', 'KITCHEN', 'KITCHEN_DISPLAY', 'POS', 'ORDERS']],
  ['GET /settings/reasons', ['SETTINGS', 'POS', 'ORDERS', 'INVOICES', 'ORDER_STATUS']],
  ['GET /settings/stations', ['SETTINGS', 'KITCHEN', 'KITCHEN_DISPLAY', 'POS', 'ORDERS']],
  ...(['GET', 'POST', 'DELETE'] as const).flatMap((method) =>
    ['/users', '/settings'].map((place): [string, Access] => [`${method} ${place}`, ['SETTINGS']]),
  ),
  // an addition of ours among the menu's calls: whoever cooks or sells sees first that nothing is left
  ['POST /menu-items/update/:id/sold-out', ['SETTINGS', 'POS', 'KITCHEN']],
  ...(['GET', 'POST', 'DELETE'] as const).map((method): [string, Access] => [`${method} /menu-items`, ['SETTINGS']]),
  ['GET /qrmenu/', 'public'],
  ['POST /qrmenu/', 'public'],
  ['POST /superadmin/signin', 'public'],
  ['POST /superadmin/signout', 'public'],
  ['POST /superadmin/refresh-token', 'public'],
  ...(['GET', 'POST', 'PATCH', 'DELETE'] as const).map((method): [string, Access] => [`${method} /superadmin`, 'superadmin']),
];
const accessOf = ({ method, path, access }: Endpoint): Access =>
  specified.find(([prefix]) => `${method} ${path}`.startsWith(prefix))?.[1] ?? access;

interface Caller {
  who: string;
  cookies: Cookies;
  scope?: Scope | 'none' | 'admin';
  /** A super administrator: the platform's calls, and none of a restaurant's. */
  isSuper?: true;
  /** what the caller meets before any role is asked for */
  met?: 401 | 402;
}

/** 401, 402, 403, or undefined for 'none of these'. */
const expectedOf = (endpoint: Endpoint, { scope, met, isSuper }: Caller): number | undefined => {
  const access = accessOf(endpoint);
  if (access === 'public') return undefined;
  // a super administrator's session is none for a restaurant's calls, and a member's none for the platform's (wire.md §2)
  if (isSuper) return access === 'superadmin' ? undefined : 401;
  if (met === 401 || access === 'superadmin') return 401;
  // one's account and its subscription stay in reach, and nothing else (wire.md §2)
  if (met === 402 && !endpoint.path.startsWith('/auth/')) return 402;
  if (scope === 'admin' || access === 'signed-in') return undefined;
  return access !== 'admin' && access.some((name) => name === scope) ? undefined : 403;
};

const upload = {
  payload: '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nx\r\n--b--\r\n',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
};

const send = (app: App, endpoint: Endpoint, cookies: Cookies, { params = {}, query, body }: Input = {}) =>
  app.inject({
    method: endpoint.method,
    url: `/api/v1${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? 'nothing')))}`,
    cookies,
    ...(query && { query }),
    ...(endpoint.path.endsWith('/upload-photo') ? upload : body && { payload: body }),
  });

const unwalled = 'unwalled_for_tests';

/** Connections of the application for which one of the two walls between restaurants is not there. */
const openWithout = async (wall: 'row-level security' | 'own views') => {
  const ownerUrl = inject('ownerUrl');
  const url = new URL(urlFor(ownerUrl, 'comanda_app'));
  if (wall === 'own views') url.searchParams.set('options', '-c search_path=public');
  else {
    // the application's rights in a role that no policy binds, and the same way of finding tables
    await database.query(`
      do $$ begin
        if to_regrole('${unwalled}') is null then
          create role ${unwalled} login bypassrls in role comanda_app password '${url.searchParams.get('password')}';
        end if;
      end $$`);
    url.searchParams.set('options', '-c search_path=own,public');
    if (url.searchParams.has('user')) url.searchParams.set('user', unwalled);
    else url.username = unwalled;
  }
  const databases = openDatabases(url.href, urlFor(ownerUrl, 'comanda_worker'), urlFor(ownerUrl, 'comanda_platform'));
  opened.push(databases);
  return databases;
};
const opened: Databases[] = [];
afterAll(async () => {
  for (const databases of opened) await databases.close();
});

const checkMatrix = async (app: App) => {
  const [mine, inactive] = [await openRestaurant({ app }), await openRestaurant({ app })];
  await database.query('update tenants set is_active = false where id = $1', [inactive.tenantId]);
  const ended = await mine.ownersDevice();
  await send(app, endpointsByName.get('signOut')!, ended);
  const provider = await openSuperAdmin(app);
  const [providersToken] = Object.values(provider.cookies);
  const callers: Caller[] = [
    { who: 'nobody', cookies: {}, met: 401 },
    { who: 'a forged session', cookies: { comanda_access: 'x'.repeat(43), comanda_signed_in: 'true' }, met: 401 },
    { who: 'an ended session', cookies: ended, met: 401 },
    { who: 'the admin of an inactive restaurant', cookies: inactive.cookies, scope: 'admin', met: 402 },
    { who: 'staff of an inactive restaurant', cookies: (await inactive.colleague(...scopes)).cookies, scope: 'none', met: 402 },
    { who: 'the super administrator', cookies: provider.cookies, isSuper: true },
    {
      who: 'a super administrator with a token as a member’s',
      cookies: { comanda_access: providersToken!, comanda_signed_in: 'true' },
      met: 401,
    },
    {
      who: 'an admin with a token as a super administrator’s',
      cookies: { comanda_platform_access: Object.values(mine.cookies)[0]! },
      met: 401,
    },
    { who: 'the admin', cookies: await mine.ownersDevice(), scope: 'admin' },
    { who: 'staff without a scope', cookies: (await mine.colleague()).cookies, scope: 'none' },
  ];
  for (const scope of scopes) callers.push({ who: scope, cookies: (await mine.colleague(scope)).cookies, scope });

  const wrong: string[] = [];
  let cells = 0;
  // sign-out comes last: it would end the caller's session
  // the callers of one endpoint ask at once: three thousand calls after another wait mostly for the database
  for (const [name, endpoint] of all.toSorted(([a], [b]) => Number(a.startsWith('signOut')) - Number(b.startsWith('signOut'))))
    await Promise.all(
      callers.map(async (caller) => {
        const { statusCode } = await send(app, endpoint, caller.cookies);
        const expected = expectedOf(endpoint, caller);
        const met = [401, 402, 403].includes(statusCode) ? statusCode : undefined;
        cells++;
        if (asksForSession.includes(name) ? statusCode !== 401 : met !== expected || statusCode >= 500)
          wrong.push(`${name} by ${caller.who}: ${statusCode} instead of ${expected ?? 'an answer'}`);
      }),
    );
  return { wrong, cells };
};
/** For a matrix on a machine that has much else to do. */
const TIMEOUT = { timeout: 120_000 };
const right = { wrong: [], cells: all.length * (scopes.length + 10) };

test(
  'every endpoint × nobody, each scope, no scope, admin, super administrator, ended session, inactive restaurant: the status that is specified',
  TIMEOUT,
  async () => {
    expect(await checkMatrix(await openApp())).toEqual(right);
  },
);

const SIMPLE = 'Of nobody else';
/** Calls about a row that is nothing but a title, as `npm run new:feature` writes them: the noun's own `add` makes one, and nobody has to name them in reachesFor. */
const reachesForSimple = async (app: App, { cookies }: Target, named: object): Promise<Record<string, Input[]>> => {
  const reaches: Record<string, Input[]> = {};
  for (const [name, endpoint] of all) {
    const [, noun] = /^(\/settings\/[\w-]+)\/:id/.exec(endpoint.path) ?? [];
    const add = all.find(([, { path }]) => path === `${noun}/add`)?.[1];
    if (!add || Object.hasOwn(named, name)) continue;
    const { statusCode, body } = await send(app, add, cookies, { body: { title: SIMPLE } });
    if (statusCode === 200)
      reaches[name] = [{ params: { id: (JSON.parse(body) as { id: number }).id }, ...(endpoint.body && { body: { title: 'Mine now' } }) }];
  }
  return reaches;
};

/** All that is stored of a restaurant, table by table. */
const everythingOf = async (tenantId: number) => {
  const { rows: tables } = await database.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' order by 1",
  );
  const stored: Record<string, unknown[]> = {};
  for (const { name } of tables)
    stored[name] = (await database.query(`select to_jsonb(t) as row from ${name} t where tenant_id = $1 order by 1`, [tenantId])).rows;
  return stored;
};

/**
 * The dispatcher moves its cursor some milliseconds after an order, sums are folded some seconds after it, and a due e-mail of any
 * restaurant is taken by whichever test file sends them.
 */
const ownPace = ['event_cursors', 'report_deltas', 'report_sums', 'tenant_letters'];

/** Lets a stranger reach for everything of a restaurant; answers what should not have been. */
const reach = async (app: App, stranger: Cookies) => {
  const target = await openTarget(app);
  const named = reachesFor(target);
  const reaches = { ...named, ...(await reachesForSimple(app, target, named)) };
  const before = await everythingOf(target.tenantId);
  const wrong: string[] = [];
  for (const [name, inputs] of Object.entries(reaches))
    for (const input of inputs) {
      const { statusCode, body } = await send(app, endpointsByName.get(name)!, stranger, input);
      if (statusCode !== 404) wrong.push(`${name}: ${statusCode} ${body}`);
    }
  // what names no row must not show one either
  const told = [
    'Soup',
    'Wine',
    'Bread',
    'VAT',
    'Duty',
    'Ground',
    'Ada Byron',
    'Grill',
    SIMPLE,
    '+1 555-0142',
    target.username,
    target.ben.username,
    target.deviceId,
  ];
  for (const [name, endpoint] of all)
    if (endpoint.method === 'GET' && !endpoint.params) {
      const { body } = await send(app, endpoint, stranger, { query: { type: 'today', q: 'o', filter: 'o' } });
      for (const secret of told) if (body.includes(JSON.stringify(secret))) wrong.push(`${name} tells '${secret}'`);
    }
  const after = await everythingOf(target.tenantId);
  for (const [table, rows] of Object.entries(before))
    if (!ownPace.includes(table) && JSON.stringify(rows) !== JSON.stringify(after[table]))
      wrong.push(`${table} was changed: ${JSON.stringify(rows)} to ${JSON.stringify(after[table])}`);
  return { wrong, named: Object.keys(reaches) };
};

test('every endpoint that names a row answers 404 for one of another restaurant, to its admin and to its staff, and tells and changes nothing', async () => {
  const app = await openApp();
  const { cookies, colleague } = await openRestaurant({ app });
  const staff = await colleague(...scopes);

  const { wrong, named } = await reach(app, cookies);

  expect(wrong).toEqual([]);
  // removing a colleague's device is the admin's; of all others nothing differs
  expect((await reach(app, staff.cookies)).wrong).toEqual([]);
  const unnamed = all
    .filter(([name, { params, access }]) => params && Array.isArray(access) && !named.includes(name))
    .map(([name]) => name);
  expect(unnamed, 'give these a row of another restaurant in reachesFor()').toEqual([]);
});

/** Calls about rows of one's own that name another row in the body, which `their` is of somebody else. */
const referencesOf = (mine: Target, their: (kind: keyof Rows) => string | number): Record<string, Input> => {
  const cart = [{ id: mine.menu.soup, quantity: 1 }];
  const orders = { orderIds: [mine.orderId] };
  const item = { title: 'Stew', price: 1 };
  const booking = { customerId: '+1 555-0142', date: '2026-12-24T21:00' };
  const link = { qrcode: mine.qrcode };
  const asGuest = { deliveryType: null, customerType: 'WALKIN' };
  return {
    'moveCheck tableId': { params: { id: mine.checkId }, body: { tableId: their('table') } },
    'mergeCheck checkId': { params: { id: mine.checkId }, body: { checkId: their('check') } },
    'splitCheck itemId': { params: { id: mine.checkId }, body: { parts: [{ items: [{ itemId: their('line'), quantity: 1 }] }] } },
    'payCheck paymentTypeId': {
      params: { id: mine.checkId },
      body: { due: 3.95, payments: [{ paymentTypeId: their('paymentType'), amount: 1 }] },
    },
    'createOrder tableId': { body: { cart, tableId: their('table') } },
    'createOrder customerId': { body: { cart, customerType: 'CUSTOMER', customerId: their('customer') } },
    'createOrder selectedQrOrderItem': { body: { cart, selectedQrOrderItem: their('qrOrder') } },
    'createOrder variant_id': { body: { cart: [{ id: mine.menu.wine, quantity: 1, variant_id: their('variant') }] } },
    'createOrder addons_ids': { body: { cart: [{ id: mine.menu.wine, quantity: 1, addons_ids: [their('addon')] }] } },
    'createOrderAndInvoice paymentTypeId': { body: { cart, paymentTypeId: their('paymentType') } },
    'completeAndPayOrders paymentTypeId': { body: { ...orders, paymentTypeId: their('paymentType') } },
    'completeAndPayOrders orderIds': { body: { orderIds: [mine.orderId, their('order')] } },
    'completeOrders orderIds': { body: { orderIds: [mine.orderId, their('order')] } },
    'cancelOrders orderIds': { body: { orderIds: [mine.orderId, their('order')] } },
    'addMenuItem taxId': { body: { ...item, taxId: their('tax') } },
    'addMenuItem categoryId': { body: { ...item, categoryId: their('category') } },
    'updateMenuItem taxId': { params: { id: mine.menu.soup }, body: { ...item, title: 'Stew of the house', taxId: their('tax') } },
    'updateMenuItem categoryId': {
      params: { id: mine.menu.soup },
      body: { ...item, title: 'Stew of the house', categoryId: their('category') },
    },
    'updateMenuItems id': { body: { items: [{ id: mine.menu.soup, price: 1 }, { id: their('item') }] } },
    'updateMenuItems taxId': { body: { items: [{ id: mine.menu.soup, taxId: their('tax') }] } },
    'updateMenuItems categoryId': { body: { items: [{ id: mine.menu.soup, categoryId: their('category') }] } },
    'updateMenuItems variants': { body: { items: [{ id: mine.menu.wine, variants: [{ id: their('variant'), price: 1 }] }] } },
    'addReservation tableId': { body: { ...booking, tableId: their('table') } },
    'addReservation customerId': { body: { ...booking, customerId: their('customer') } },
    'updateReservation customerId': { params: { id: mine.reservationId }, body: { ...booking, customerId: their('customer') } },
    'updateReservation tableId': { params: { id: mine.reservationId }, body: { ...booking, tableId: their('table') } },
    'placeQrOrder tableId': { params: link, body: { ...asGuest, cartItems: cart, tableId: their('link') } },
    'placeQrOrder id': { params: link, body: { ...asGuest, cartItems: [{ id: their('item'), quantity: 1 }] } },
    'placeQrOrder variant_id': {
      params: link,
      body: { ...asGuest, cartItems: [{ id: mine.menu.wine, quantity: 1, variant_id: their('variant') }] },
    },
    'placeQrOrder addons_ids': {
      params: link,
      body: { ...asGuest, cartItems: [{ id: mine.menu.wine, quantity: 1, addons_ids: [their('addon')] }] },
    },
  };
};

/** A row of each kind that a body can name. */
const rowsOf = async ({ menu, orderId, checkId, lineId, qrOrderId, paymentTypeId, admin }: Target) => ({
  table: menu.t2,
  customer: '+1 555-0199',
  qrOrder: qrOrderId,
  variant: menu.large,
  addon: menu.ice,
  paymentType: paymentTypeId,
  order: orderId,
  check: checkId,
  line: lineId,
  tax: menu.vat,
  category: menu.category,
  item: menu.bread,
  link: (await admin(initPos, {})).reply.storeTables[1]!.encrypted_id,
});
type Rows = Awaited<ReturnType<typeof rowsOf>>;
const NOWHERE: Rows = {
  table: 9e14,
  qrOrder: 9e14,
  variant: 9e14,
  addon: 9e14,
  paymentType: 9e14,
  order: 9e14,
  check: 9e14,
  line: 9e14,
  tax: 9e14,
  category: 9e14,
  item: 9e14,
  customer: '+1 555-0177',
  link: 'nobodys-link-of-a-row',
};

test('what a body names of another restaurant is as unknown as what nobody has, and nothing is stored', async () => {
  const app = await openApp();
  const [mine, theirs] = [await openTarget(app), await openTarget(app)];
  await theirs.admin(addCustomer, { body: { phone: '+1 555-0199', name: 'Grace Byron' } });
  const rows = await rowsOf(theirs);
  const before = [await everythingOf(mine.tenantId), await everythingOf(theirs.tenantId)];
  const wrong: string[] = [];
  const foreign = referencesOf(mine, (kind) => rows[kind]);
  const unknown = referencesOf(mine, (kind) => NOWHERE[kind]);
  for (const [name, input] of Object.entries(foreign)) {
    const endpoint = endpointsByName.get(name.split(' ')[0]!)!;
    const [their, nobodys] = [await send(app, endpoint, mine.cookies, input), await send(app, endpoint, mine.cookies, unknown[name])];
    const told = ({ statusCode, body }: typeof their) => `${statusCode} ${JSON.parse(body).message}`;
    if (![400, 404, 409].includes(their.statusCode) || told(their) !== told(nobodys))
      wrong.push(`${name}: ${told(their)}, and ${told(nobodys)} for nobody's`);
  }
  expect(wrong).toEqual([]);
  const after = [await everythingOf(mine.tenantId), await everythingOf(theirs.tenantId)];
  for (const stored of [...before, ...after]) for (const table of ownPace) delete stored[table];
  expect(after).toEqual(before);

  // the calls are sound: with rows of one's own each is done
  await mine.admin(addCustomer, { body: { phone: '+1 555-0199', name: 'Grace Byron' } });
  const own = await rowsOf(mine);
  for (const [name, input] of Object.entries(referencesOf(mine, (kind) => own[kind]))) {
    if (/orderIds|completeAndPay|mergeCheck|splitCheck/.test(name)) continue;
    const { statusCode, body } = await send(app, endpointsByName.get(name.split(' ')[0]!)!, mine.cookies, input);
    expect(statusCode, `${name}: ${body}`).toBe(200);
  }
});

test('the reach of a stranger is real: the owner meets no 404 on the same calls', async () => {
  const app = await openApp();
  const target = await openTarget(app);
  expect((await target.admin(listMenuItems, {})).reply).toHaveLength(3);
  const lost: string[] = [];
  // nothing is deleted here, and so nothing restored
  for (const [name, inputs] of Object.entries(reachesFor(target)))
    for (const input of /^(delete|restore|remove|cancel|complete|updateUser)/.test(name) ? [] : inputs) {
      const { statusCode } = await send(app, endpointsByName.get(name)!, target.cookies, input);
      if (statusCode === 404) lost.push(name);
    }
  expect(lost).toEqual([]);
});

test(
  'with the application’s own checks alone, row-level security off, the matrix is the same and restaurants stay apart',
  TIMEOUT,
  async () => {
    const databases = await openWithout('row-level security');
    const [mine, theirs] = [await openRestaurant(), await openRestaurant()];
    // it is off: the tables themselves show everybody's rows
    const { rows } = await databases.asTenant(mine.tenantId, (db) =>
      sql`select tenant_id from public.members where tenant_id = ${theirs.tenantId}`.execute(db),
    );
    expect(rows).toHaveLength(1);

    const app = await openApp({ databases });
    expect(await checkMatrix(app)).toEqual(right);
    const { cookies, colleague } = await openRestaurant({ app });
    expect((await reach(app, cookies)).wrong).toEqual([]);
    expect((await reach(app, (await colleague(...scopes)).cookies)).wrong).toEqual([]);
  },
);

test('with row-level security alone, no views and every role and scope let through, restaurants stay apart all the same', async () => {
  const app = await openApp({ databases: await openWithout('own views'), guard: () => true });
  const { colleague } = await openRestaurant({ app });
  const { cookies } = await colleague();
  expect((await send(app, endpointsByName.get('listTaxes')!, cookies)).statusCode).toBe(200);
  expect((await reach(app, cookies)).wrong).toEqual([]);
  const admin = await openRestaurant({ app });
  expect((await reach(app, admin.cookies)).wrong).toEqual([]);
});

test('with row-level security alone and no views, the matrix is the same', TIMEOUT, async () => {
  const { wrong, cells } = await checkMatrix(await openApp({ databases: await openWithout('own views') }));
  expect(wrong).toEqual([]);
  expect(cells).toBeGreaterThan(1000);
});

test('in production a super administrator without a second factor is refused everything but to set it up', async () => {
  const app = await openApp({ config: { production: true } });
  const { cookies } = await openSuperAdmin(app);
  const calls = all.filter(([, { access }]) => access === 'superadmin');
  const answered: string[] = [];
  for (const [name, endpoint] of calls) {
    const response = await send(app, endpoint, cookies);
    if (response.statusCode !== 403 || response.json().code !== 'second_factor_required') answered.push(name);
  }
  expect(calls.length).toBeGreaterThan(10);
  expect(answered.toSorted()).toEqual(['addSuperAdminFactor', 'completeSuperAdminFactor', 'getSuperAdminFactor', 'removeSuperAdminFactor']);
});
