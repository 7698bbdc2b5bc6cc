import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { findCurrency, formatMoney } from '#contract/currencies.ts';
import type { Plan } from '#server/platform/config.ts';
import { VERSION } from '#server/platform/version.ts';
import { sendNotFound } from '#server/platform/http/errors.ts';

const built = fileURLToPath(new URL('../../../dist/web/', import.meta.url));
const RELEASE_LENGTH = 16; // characters
const A_YEAR = 365 * 24 * 60 * 60 * 1000; // ms

interface Options {
  supportEmail: string;
  /** whether anybody may register */
  signUp: boolean;
  /** the cookie by which pages know that somebody is signed in */
  markerCookie: string;
  sendsMail: boolean;
  /** under which guests reach this server */
  publicUrl: string;
  trialDays: number;
  /** undefined: nobody is charged */
  plan: Plan | undefined;
  /** The folder of the built application. */
  root?: string;
}

/** Serves the built web application: its hashed files for ever, its page for every other address that is no API call. */
export const serveWeb = async (app: FastifyInstance, options: Options): Promise<void> => {
  const { supportEmail, signUp, markerCookie, sendsMail, publicUrl, trialDays, plan, root = built } = options;
  if (!existsSync(`${root}index.html`)) {
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  const html = readFileSync(`${root}index.html`, 'utf8');
  const told = {
    // another one whenever any file of the application is another: it names them by their hashes
    'comanda-release': createHash('sha256').update(html).digest('base64url').slice(0, RELEASE_LENGTH),
    'comanda-version': VERSION,
    'comanda-support': supportEmail,
    'comanda-signup': signUp ? 'on' : 'off',
    'comanda-marker': markerCookie,
    'comanda-mail': sendsMail ? 'on' : 'off',
    'comanda-url': publicUrl,
    'comanda-trial': `${trialDays}`,
    'comanda-price': plan ? formatMoney(BigInt(plan.minorPrice), findCurrency(plan.currency)!) : '',
  };
  const page = withSettings(html, told);
  await app.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    // A folder is no file: `/` is a page, also for who takes nothing compressed. The build's own notes are for nobody.
    allowedPath: (path) => !path.endsWith('/') && !path.startsWith('/.'),
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${A_YEAR / 1000}, immutable` : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|socket\.io|media|assets)(\/|$|\?)/.test(request.url);
    if (!isPage) return sendNotFound(request, reply);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
};

/** The pages read these from here; a request of their own for one line would be late. */
const withSettings = (page: string, settings: Record<string, string>): string =>
  page.replace(/(<meta name="([\w-]+)" content=")([^"]*)/g, (all, start: string, name: string) => {
    const value = settings[name];
    return value === undefined ? all : start + value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  });
