import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { DinerPage, QrMenu } from '#contract/qr-menu.ts';
import { serveDinerPages } from './diner-pages.ts';
import { explainFailures } from '#server/platform/http/errors.ts';
import { compressPage, prebuild } from '#server/platform/http/prebuilt.ts';

const menuAt = (table: string | null): { menu: QrMenu; tenantId: number } => ({
  tenantId: 1,
  menu: {
    storeSettings: {} as QrMenu['storeSettings'],
    categories: [],
    menuItems: [],
    storeTable: table === null ? null : { id: table, table_title: 'T1', floor: '-', seating_capacity: 2 },
  },
});

const open = async () => {
  const rendered: DinerPage[] = [];
  const menus = new Map([
    ['none', menuAt(null)],
    ['t1', menuAt('t1')],
  ]);
  const app = fastify();
  explainFailures(app);
  await serveDinerPages(app, {
    findPublicMenu: async (qrcode, table) => {
      if (qrcode === 'away') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      return qrcode === 'known' ? (menus.get(table ?? '') ?? menus.get('none')) : undefined;
    },
    renderer: (page) => {
      rendered.push(page);
      return `<p>${page.view} ${page.tableId}</p>`;
    },
  });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
  return { get, rendered, menus };
};

test('a page is rendered once for each version of the menu and each table, and answered 304 while nothing changes', async () => {
  const { get, rendered, menus } = await open();

  const first = await get('/m/known?table=t1');
  expect([first.statusCode, first.headers['content-type'], first.body]).toEqual([200, 'text/html; charset=utf-8', '<p>menu t1</p>']);
  const again = await get('/m/known?table=t1', { 'if-none-match': String(first.headers.etag) });
  expect([again.statusCode, again.body, rendered.length]).toEqual([304, '', 1]);

  menus.set('t1', menuAt('t1'));
  await get('/m/known?table=t1');
  expect(rendered).toHaveLength(2);
});

test('tables that somebody makes up share the page without a table', async () => {
  const { get, rendered } = await open();
  for (const table of ['', 'a', 'b', 'c&table=d', '%00', 'é'.repeat(100)])
    expect((await get(`/m/known?table=${table}`)).body).toBe('<p>menu null</p>');
  expect(rendered).toHaveLength(1);
});

test('Brotli, gzip and plain say the same', async () => {
  const { get } = await open();
  const sizes = await Promise.all(['br', 'gzip, deflate', 'identity'].map((encoding) => get('/m/known', { 'accept-encoding': encoding })));
  expect(sizes.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
  expect(sizes[2]!.body).toBe('<p>menu null</p>');
});

test('an unknown code is 404 with a page for people; cart and the ends of an order have pages of their own', async () => {
  const { get } = await open();
  const answers = await Promise.all(
    ['/m/nobody', '/m/nobody/cart', '/m/known/cart', '/m/order-success', '/m/order-failed'].map((url) => get(url)),
  );
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [404, '<p>menu null</p>'],
    [404, '<p>cart null</p>'],
    [200, '<p>cart null</p>'],
    [200, '<p>success null</p>'],
    [200, '<p>failed null</p>'],
  ]);
});

test.each(['/m', '/m/', '/m?table=t1', '/m/known/other', '/m/known/cart/more'])('half a link, %s, is a broken one', async (url) => {
  const { get } = await open();
  const { statusCode, body } = await get(url);
  expect([statusCode, body]).toEqual([404, '<p>menu null</p>']);
});

test('while the database is away a person gets a page, and a word when to come back', async () => {
  const { get } = await open();
  for (const url of ['/m/away', '/m/away/cart?table=t1']) {
    const { statusCode, headers, body } = await get(url);
    expect([statusCode, headers['retry-after'], headers['content-type'], headers['cache-control'], body]).toEqual([
      503,
      '2',
      'text/html; charset=utf-8',
      'no-store',
      '<p>away null</p>',
    ]);
  }
});

test('a slash at the end is the same menu', async () => {
  const { get } = await open();
  const answers = await Promise.all(['/m/known/', '/m/known/?table=a/', '/m/known/cart/?table=t1'].map((url) => get(url)));
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
    [308, '/m/known'],
    [308, '/m/known?table=a/'],
    [308, '/m/known/cart?table=t1'],
  ]);
});

const largeMenu = (): { menu: QrMenu; tenantId: number } => {
  const item = { id: 1, title: 'Tea </script>', variants: Array.from({ length: 150 }, (_, id) => ({ id })), addons: [] };
  return { tenantId: 1, menu: { ...menuAt(null).menu, menuItems: Array.from({ length: 20 }, () => item) as never } };
};

test('a large page is rendered beside the event loop, once for all who ask meanwhile; a small one is not', async () => {
  const elsewhere: DinerPage[] = [];
  const rendered: DinerPage[] = [];
  const [large, small] = [largeMenu(), menuAt(null)];
  const app = fastify();
  await serveDinerPages(app, {
    findPublicMenu: async (qrcode) => (qrcode === 'large' ? large : small),
    renderer: (page) => {
      rendered.push(page);
      return '<p>here</p>';
    },
    renderElsewhere: async (json) => {
      elsewhere.push(JSON.parse(json) as DinerPage);
      await new Promise(setImmediate);
      // as it comes from another thread
      return structuredClone(await compressPage('<p>elsewhere</p>'));
    },
  });
  const get = async (url: string) => (await app.inject({ method: 'GET', url })).body;

  expect(await Promise.all(['/m/large', '/m/large', '/m/small'].map(get))).toEqual(['<p>elsewhere</p>', '<p>elsewhere</p>', '<p>here</p>']);
  expect(await get('/m/large?table=made-up')).toBe('<p>elsewhere</p>');
  expect([elsewhere, rendered.length]).toEqual([[{ view: 'menu', qrcode: 'large', tableId: null, menu: large.menu }], 1]);
});

test('a long answer that no form of was asked for is the same as its short forms', async () => {
  const json = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id })));
  const answer = await prebuild(json);
  // of the plain form nothing is kept
  expect(answer.bytes).toBeLessThan(json.length / 2);
  const app = fastify();
  app.get('/', (request, reply) => answer.send(request, reply));
  const get = (encoding: string) => app.inject({ method: 'GET', url: '/', headers: { 'accept-encoding': encoding } });

  expect((await get('identity')).body).toBe(json);
  expect(gunzipSync((await get('gzip')).rawPayload).toString()).toBe(json);
  expect(brotliDecompressSync((await get('br')).rawPayload).toString()).toBe(json);
});
