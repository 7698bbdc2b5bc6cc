import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { DinerPage, QrMenu } from '#contract/qr-menu.ts';
import { explain, sendFailure } from './errors.ts';
import { prebuildPage, type Prebuilt } from './prebuilt.ts';

const built = fileURLToPath(new URL('../../dist/diner/', import.meta.url));
const A_YEAR = 365 * 24 * 60 * 60; // seconds
const KEPT = 1000; // pages; the one longest unused leaves first

/** Draws a diner's page as HTML. */
export type Renderer = (page: DinerPage) => string;

type Manifest = Record<string, { file: string; isEntry?: boolean }>;

/** The pages as `npm run build` leaves them; a renderer that says so when it has not been run. */
export const loadRenderer = async (root = built): Promise<Renderer> => {
  if (!existsSync(`${root}web/manifest.json`) || !existsSync(`${root}server/render.js`))
    return () => {
      throw new AppError('unavailable', 'The diners’ pages are not built yet. Run `npm run build`, and start the server again.');
    };
  const manifest = JSON.parse(readFileSync(`${root}web/manifest.json`, 'utf8')) as Manifest;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  const { renderPage } = (await import(/* @vite-ignore */ pathToFileURL(`${root}server/render.js`).href)) as {
    renderPage: (page: DinerPage, assets: { script: string }) => string;
  };
  return (page) => renderPage(page, { script: `/m/assets/${entry?.file}` });
};

/** The menu of a restaurant: the same object for as long as nothing of it has changed. */
interface Found {
  menu: QrMenu;
}

interface Options {
  /** The menu behind a code, at a table; undefined where there is none. */
  findPublicMenu: (qrcode: string, tableId?: string | null) => Promise<Found | undefined>;
  renderer: Renderer;
}

/** Pages that were drawn and compressed, each for as long as the menu that it shows is the restaurant's. */
const keepPages = (renderer: Renderer) => {
  const kept = new Map<string, { of: WeakRef<object>; page: Promise<Prebuilt> }>();
  return (of: object, wanted: DinerPage): Promise<Prebuilt> => {
    // not by the table of the address, of which anybody can make up any number
    const key = JSON.stringify([wanted.view, wanted.qrcode, wanted.menu?.storeTable?.id]);
    const known = kept.get(key);
    kept.delete(key);
    if (known?.of.deref() === of) {
      kept.set(key, known);
      return known.page;
    }
    const made = { of: new WeakRef(of), page: (async () => prebuildPage(renderer(wanted)))() };
    made.page.catch(() => {
      if (kept.get(key) === made) kept.delete(key);
    });
    kept.set(key, made);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    return made.page;
  };
};

interface Address {
  Params: { qrcode?: string };
  Querystring: { table?: string | string[] };
}

/** Answers the addresses of part-2 §2 that need no login, `/m/…`, with pages that can be read before any script has run. */
export const serveDinerPages = async (app: FastifyInstance, { findPublicMenu, renderer }: Options): Promise<void> => {
  const pages = keepPages(renderer);

  const show = (view: 'menu' | 'cart') => async (request: FastifyRequest<Address>, reply: FastifyReply) => {
    const { qrcode = '' } = request.params;
    const { table } = request.query;
    const tableId = (Array.isArray(table) ? table.at(-1) : table) || null;
    const found = await findPublicMenu(qrcode, tableId);
    if (!found) {
      const page = await pages(nowhere, { view, qrcode: null, tableId: null, menu: null });
      return page.send(request, reply.code(404));
    }
    const { menu } = found;
    const page = await pages(found, { view, qrcode, tableId: menu.storeTable?.id ?? null, menu });
    return page.send(request, reply);
  };
  const nowhere = {};
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
  app.get('/m/order-success', end('success'));
  app.get('/m/order-failed', end('failed'));
  if (existsSync(`${built}web`))
    await app.register(fastifyStatic, {
      root: `${built}web`,
      prefix: '/m/assets/',
      decorateReply: false,
      index: false,
      preCompressed: true,
      allowedPath: (path) => path.endsWith('.js'),
      setHeaders: (reply) => reply.header('cache-control', `public, max-age=${A_YEAR}, immutable`),
    });
};
