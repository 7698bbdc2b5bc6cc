import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendNotFound } from './errors.ts';

const root = fileURLToPath(new URL('../../dist/web/', import.meta.url));
/** Screens that are opened anew all day, with the page that names what each is made of (tools/vite-classic-scripts.ts). */
const BEGINNINGS: Record<string, string> = {
  '/dashboard/pos': 'PosScreen.html',
  '/dashboard/orders': 'OrdersScreen.html',
  '/dashboard/kitchen': 'KitchenScreen.html',
};
const A_YEAR = 365 * 24 * 60 * 60 * 1000; // ms

/** Serves the built web application: its hashed files for ever, its page for every other address that is no API call. */
export const serveWeb = async (app: FastifyInstance, { supportEmail }: { supportEmail: string }): Promise<void> => {
  if (!existsSync(`${root}index.html`)) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  const readPage = (file: string) => withSupport(readFileSync(`${root}${file}`, 'utf8'), supportEmail);
  const page = readPage('index.html');
  const pages = new Map(Object.entries(BEGINNINGS).map(([path, file]) => [path, readPage(file)]));
  await app.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${A_YEAR / 1000}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|socket\.io|media|assets)(\/|$|\?)/.test(request.url);
    if (!isPage) return sendNotFound(request, reply);
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(pages.get(request.url) ?? page);
  });
};

/** The pages read the address from here; a request of their own for one line would be late. */
const withSupport = (page: string, address: string): string =>
  page.replace(
    /(<meta name="comanda-support" content=")[^"]*/,
    (_, start: string) => start + address.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  );
