import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, { LogController, type FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { ACCESS_COOKIE } from './features/auth/session-cookies.rules.ts';
import { findSessions } from './features/auth/sessions.queries.ts';
import { categoriesRoutes } from './features/categories/categories.routes.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { invoicesRoutes } from './features/invoices/invoices.routes.ts';
import { kitchenRoutes } from './features/kitchen/kitchen.routes.ts';
import { menuItemsRoutes } from './features/menu-items/menu-items.routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { paymentTypesRoutes } from './features/payment-types/payment-types.routes.ts';
import { posRoutes } from './features/pos/pos.routes.ts';
import { printSettingsRoutes } from './features/print-settings/print-settings.routes.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { storeSettingsRoutes } from './features/store-settings/store-settings.routes.ts';
import { tablesRoutes } from './features/tables/tables.routes.ts';
import { taxesRoutes } from './features/taxes/taxes.routes.ts';
import type { Databases } from './platform/database.ts';
import { explainFailures, sendFailure } from './platform/errors.ts';
import { addHealth } from './platform/health.ts';
import { originCheck } from './platform/origin.ts';
import { startDispatcher } from './platform/outbox.ts';
import { openRealtime } from './platform/realtime.ts';
import { mount, type Route } from './platform/routes.ts';
import type { Clock, Random } from './platform/seams.ts';
import { batchSessions, type Session } from './platform/session.ts';
import { hashToken } from './platform/tokens.ts';
import { serveMedia } from './platform/media.ts';
import { serveWeb } from './platform/web.ts';

export interface Parts {
  databases: Databases;
  clock: Clock;
  random: Random;
  config: { publicUrl: string; dataDir: string; trialDays: number; graceDays: number; trustProxy: boolean; logLevel: string };
}

/** The features: the map of the server. */
export const routesOf = (parts: { databases: Databases; config: Pick<Parts['config'], 'trialDays'> }): Route[] => [
  ...authRoutes(parts.config),
  ...posRoutes(parts),
  ...ordersRoutes,
  ...kitchenRoutes,
  ...eventsRoutes,
  ...categoriesRoutes,
  ...menuItemsRoutes,
  ...reportsRoutes,
  ...invoicesRoutes,
  ...paymentTypesRoutes,
  ...printSettingsRoutes,
  ...storeSettingsRoutes,
  ...tablesRoutes,
  ...taxesRoutes,
];

const JSON_MAX = 1_000_000; // bytes (wire.md §1)
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** The whole server around its parts; nothing below it reads the clock, makes a random value or reaches outside by itself. */
export const buildApp = async ({ databases, clock, random, config }: Parts) => {
  const isHttps = config.publicUrl.startsWith('https:');
  const app = fastify({
    logger: { level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'] },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_MAX,
    requestTimeout: 10_000,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000 },
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: sendFailure,
  });
  explainFailures(app);

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // clients that name the type of a body they do not send
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });

  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: isHttps ? [] : null,
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps,
    // the receipt window is opened by the till and told what to print
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  });
  await app.register(cookie, { parseOptions: { httpOnly: true, sameSite: 'lax', secure: isHttps } });

  const isOurOrigin = originCheck(config.publicUrl);
  app.addHook('onRequest', async (request) => {
    if (!SAFE_METHODS.includes(request.method) && !isOurOrigin(request.headers.origin, request.headers.host))
      throw new AppError('not_allowed', 'This request comes from a foreign page!');
  });

  const findByHash = batchSessions((hashes) => databases.readAcrossTenants((db) => findSessions(db, hashes, clock(), config.graceDays)));
  const findByToken = async (token: string | undefined): Promise<Session | undefined> => (token ? findByHash(hashToken(token)) : undefined);
  const findSession = (request: FastifyRequest) => findByToken(request.cookies[ACCESS_COOKIE]);

  const realtime = openRealtime({
    server: app.server,
    findSession: (header) => findByToken(app.parseCookie(header ?? '')[ACCESS_COOKIE]),
    isOurOrigin,
  });
  const dispatcher = startDispatcher({ databases, emit: realtime.emit, onError: (error) => app.log.error(error) });

  addHealth(app, databases);
  mount(
    app,
    { databases, clock, random, nudge: dispatcher.nudge, closeSockets: realtime.closeSession },
    findSession,
    routesOf({ databases, config }),
  );
  await serveMedia(app, config.dataDir);
  await serveWeb(app);

  // Sockets first: they would keep the server from closing.
  app.addHook('preClose', async () => {
    await realtime.close();
  });
  app.addHook('onClose', async () => {
    await dispatcher.stop();
  });
  return app;
};
