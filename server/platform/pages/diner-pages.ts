import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DinerPage, QrMenu } from '#contract/qr-menu.ts';
import { dinerBuild, type Renderer } from './diner-renderer.ts';
import { explain, sendFailure } from '#server/platform/http/errors.ts';
import { cacheByWeight } from '#server/platform/work/cache-by-weight.ts';
import { type CachedAnswer, compressPage, type Forms, prebuildPage } from '#server/platform/http/prebuilt.ts';
import { openSemaphores } from '#server/platform/work/semaphores.ts';
import { listToJson, objectToJson } from '#server/platform/work/slices.ts';

const A_YEAR = 365 * 24 * 60 * 60; // seconds
const LARGE = 300; // items, variants and addons; a page with more is not rendered on the thread of all requests
const TURN_WITHIN = 15_000; // ms that a large page of a restaurant waits for another one of it

/** The menu of a restaurant: the same object for as long as nothing of it has changed. */
interface TenantMenu {
  menu: QrMenu;
  tenantId: number;
}

interface Options {
  /** The menu behind a code, at a table; undefined where there is none. */
  findPublicMenu: (qrcode: string, tableId?: string | null) => Promise<TenantMenu | undefined>;
  renderer: Renderer;
  /** Draws a large page from its JSON, beside the event loop. */
  renderElsewhere?: ((json: string) => Promise<Forms>) | undefined;
}

const isLarge = ({ menu }: DinerPage): boolean => {
  let rows = 0;
  return menu?.menuItems.some(({ variants, addons }) => (rows += 1 + variants.length + addons.length) > LARGE) === true;
};

const toJson = async (page: DinerPage): Promise<string> => {
  if (!page.menu) return JSON.stringify(page);
  const { menu, ...rest } = page;
  const { menuItems, ...head } = menu;
  return objectToJson(rest, { menu: objectToJson(head, { menuItems: await listToJson(menuItems) }) });
};

/** Pages that were rendered and compressed, each for as long as the menu that it shows is the restaurant's. */
const keepPages = ({ renderer, renderElsewhere }: Options) => {
  const cached = cacheByWeight<CachedAnswer>(({ bytes }) => bytes);
  // a restaurant with a large menu and many tables is not to keep the thread from the others
  const inTurn = openSemaphores(1, TURN_WITHIN);
  const render = async (page: DinerPage, tenantId: number): Promise<CachedAnswer> => {
    const forms =
      renderElsewhere && isLarge(page)
        ? await inTurn(tenantId, async () => renderElsewhere(await toJson(page)))
        : await compressPage(renderer(page));
    return prebuildPage(forms);
  };
  // not by the table of the address, of which anybody can make up any number
  return (of: { tenantId: number }, wanted: DinerPage): Promise<CachedAnswer> =>
    cached(JSON.stringify([wanted.view, wanted.qrcode, wanted.menu?.storeTable?.id]), of, () => render(wanted, of.tenantId));
};

interface Address {
  Params: { qrcode?: string };
  Querystring: { table?: string | string[] };
}

/** Answers the addresses of part-2 §2 that need no login, `/m/…`, with pages that can be read before any script has run. */
export const serveDinerPages = async (app: FastifyInstance, options: Options): Promise<void> => {
  const { findPublicMenu, renderer } = options;
  const pages = keepPages(options);

  const nowhere = { tenantId: 0 };
  /** Half a link that was typed or cut: a guest reads 'Broken Link!', not the staff's 'Page not found'. */
  const lost = (view: 'menu' | 'cart') => async (request: FastifyRequest, reply: FastifyReply) =>
    (await pages(nowhere, { view, qrcode: null, tableId: null, menu: null })).send(request, reply.code(404));

  const show = (view: 'menu' | 'cart') => async (request: FastifyRequest<Address>, reply: FastifyReply) => {
    const { qrcode = '' } = request.params;
    const { table } = request.query;
    const tableId = (Array.isArray(table) ? table.at(-1) : table) || null;
    const found = await findPublicMenu(qrcode, tableId);
    if (!found) return lost(view)(request, reply);
    const { menu } = found;
    const page = await pages(found, { view, qrcode, tableId: menu.storeTable?.id ?? null, menu });
    return page.send(request, reply);
  };
  const end = (view: 'success' | 'failed') => async (request: FastifyRequest, reply: FastifyReply) =>
    (await pages(nowhere, { view, qrcode: null, tableId: null, menu: null })).send(request, reply);

  /** A person reads it, not a program. */
  const failing = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, extras } = explain(error, request);
    if (status < 500) return sendFailure(error, request, reply);
    let page: string;
    try {
      page = renderer({ view: 'away', qrcode: null, tableId: null, menu: null });
    } catch {
      return sendFailure(error, request, reply);
    }
    if (extras.retryAfter !== undefined) reply.header('retry-after', String(extras.retryAfter));
    reply.code(status).headers({ 'cache-control': 'no-store', 'x-request-id': request.id, 'content-type': 'text/html; charset=utf-8' });
    return reply.send(page);
  };
  /** The same address without the slash at its end, which people add. */
  const bare = (request: FastifyRequest, reply: FastifyReply) => reply.redirect(request.url.replace(/\/(?=\?|$)/, ''), 308);

  app.get<Address>('/m/:qrcode', { errorHandler: failing }, show('menu'));
  app.get<Address>('/m/:qrcode/cart', { errorHandler: failing }, show('cart'));
  app.get('/m/:qrcode/', bare);
  app.get('/m/:qrcode/cart/', bare);
  app.get('/m', lost('menu'));
  app.get('/m/:qrcode/*', { errorHandler: failing }, lost('menu'));
  app.get('/m/order-success', end('success'));
  app.get('/m/order-failed', end('failed'));
  if (existsSync(`${dinerBuild}web`))
    await app.register(fastifyStatic, {
      root: `${dinerBuild}web`,
      prefix: '/m/assets/',
      decorateReply: false,
      index: false,
      preCompressed: true,
      allowedPath: (path) => path.endsWith('.js'),
      setHeaders: (reply) => reply.header('cache-control', `public, max-age=${A_YEAR}, immutable`),
    });
};
