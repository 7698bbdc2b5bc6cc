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

interface Facts {
  supportEmail: string;
  /** the cookie by which pages know that somebody is signed in */
  markerCookie: string;
  sendsMail: boolean;
}

/** Serves the built web application: its hashed files for ever, its page for every other address that is no API call. */
export const serveWeb = async (app: FastifyInstance, facts: Facts): Promise<void> => {
  if (!existsSync(`${root}index.html`)) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  const readPage = (file: string) => withFacts(readFileSync(`${root}${file}`, 'utf8'), facts);
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

/** The pages read these from here; a request of their own for a few words would be late. */
const withFacts = (page: string, { supportEmail, markerCookie, sendsMail }: Facts): string =>
  Object.entries({ support: supportEmail, marker: markerCookie, mail: sendsMail ? 'on' : 'off' }).reduce(
    (text, [name, value]) =>
      text.replace(
        new RegExp(`(<meta name="comanda-${name}" content=")[^"]*`),
        (_, start: string) => start + value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`),
      ),
    page,
  );
