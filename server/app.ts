import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import fastify, { LogController, type FastifyRequest } from 'fastify';
import { AppError } from '#contract/errors.ts';
import type { may } from '#contract/permissions.ts';
import { addressesRoutes } from './features/auth/addresses.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { signInCodeRoutes } from './features/auth/signin-code.routes.ts';
import { ACCESS_COOKIE, MARKER_COOKIE } from './features/devices/session-cookies.rules.ts';
import { customerHistoryRoutes } from './features/customer-history/customer-history.routes.ts';
import { customersRoutes } from './features/customers/customers.routes.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { findAliveSessions, findSessions } from './features/devices/sessions.queries.ts';
import { categoriesRoutes } from './features/categories/categories.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { invoicesRoutes } from './features/invoices/invoices.routes.ts';
import { kitchenRoutes } from './features/kitchen/kitchen.routes.ts';
import { menuItemsRoutes } from './features/menu-items/menu-items.routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { paymentTypesRoutes } from './features/payment-types/payment-types.routes.ts';
import { platformReportsRoutes } from './features/platform-reports/platform-reports.routes.ts';
import { rollUp } from './features/platform-reports/roll-up.queries.ts';
import { posRoutes } from './features/pos/pos.routes.ts';
import { printSettingsRoutes } from './features/print-settings/print-settings.routes.ts';
import { qrMenuRoutes } from './features/qr-menu/qr-menu.routes.ts';
import { openQrMenus, type QrMenus } from './features/qr-menu/qr-menus.queries.ts';
import { qrOrdersRoutes } from './features/qr-orders/qr-orders.routes.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { reservationsRoutes } from './features/reservations/reservations.routes.ts';
import { secondFactorRoutes } from './features/second-factor/second-factor.routes.ts';
import { storeSettingsRoutes } from './features/store-settings/store-settings.routes.ts';
import { subscriptionRoutes } from './features/subscription/subscription.routes.ts';
import { findPlatformSession } from './features/superadmin-auth/platform-sessions.queries.ts';
import { PLATFORM_ACCESS_COOKIE } from './features/superadmin-auth/super-admin-cookies.rules.ts';
import { superAdminCodeRoutes } from './features/superadmin-auth/super-admin-code.routes.ts';
import { superAdminFactorRoutes } from './features/superadmin-auth/super-admin-factor.routes.ts';
import { superadminAuthRoutes } from './features/superadmin-auth/superadmin-auth.routes.ts';
import { tablesRoutes } from './features/tables/tables.routes.ts';
import { taxesRoutes } from './features/taxes/taxes.routes.ts';
import { purgeTenants } from './features/tenants/purge.queries.ts';
import { tenantsRoutes } from './features/tenants/tenants.routes.ts';
import { countMembers } from './features/users/members.queries.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { addAdmission } from './platform/admission.ts';
import { openClosing } from './platform/closing.ts';
import { batched } from './platform/batched.ts';
import type { Billing } from './platform/billing.ts';
import type { Plan, StripeSettings } from './platform/config.ts';
import { cookieNames as openCookieNames } from './platform/cookies.ts';
import type { Databases } from './platform/database.ts';
import { serveDinerPages } from './platform/diner-pages.ts';
import { type drawPage, loadRenderer, type Renderer } from './platform/diner-renderer.ts';
import { describeError, explainFailures, sendFailure } from './platform/errors.ts';
import { startFolding } from './platform/folding.ts';
import { openDoor, type Payer } from './platform/door.ts';
import { addHealth } from './platform/health.ts';
import { securityHeaders } from './platform/headers.ts';
import type { BucketTable } from './platform/limit-table.ts';
import { openLimits, type Limits } from './platform/limits.ts';
import { measureLag } from './platform/load.ts';
import { openMail, startPostman, type Mail } from './platform/mail.ts';
import { startHousekeeping } from './platform/housekeeping.ts';
import { addMetrics } from './platform/metrics.ts';
import { connectNodes } from './platform/nodes.ts';
import { originCheck } from './platform/origin.ts';
import { startDispatcher } from './platform/outbox.ts';
import { type Announcement, findAnnounced } from './platform/outbox.queries.ts';
import { openBilling } from './platform/open-billing.ts';
import { openRealtime } from './platform/realtime.ts';
import { openPhotoFiles, type Photos } from './platform/photos.ts';
import { startRepeating } from './platform/repeating.ts';
import { mount, type Route } from './platform/routes.ts';
import type { Clock, Random } from './platform/seams.ts';
import { openSecurityEvents } from './platform/security-events.ts';
import type { Session } from './platform/session.ts';
import { openThread, type Thread } from './platform/threads.ts';
import { hashToken } from './platform/tokens.ts';
import { serveMedia } from './platform/media.ts';
import { openDeletedTenants } from './platform/media.queries.ts';
import { serveWeb } from './platform/web.ts';

export interface Parts {
  databases: Databases;
  clock: Clock;
  random: Random;
  /** Files of the data directory, unless another place is given. */
  photos?: Photos;
  /** What the configuration names, unless another way is given. */
  mail?: Mail;
  /** What the configuration names, unless another way is given. */
  billing?: Billing;
  /** How the diner's pages are drawn: as they were built, unless a test draws them. */
  pages?: Renderer;
  /** Where the log goes, line by line: standard output, unless a test reads it. */
  logTo?: { write: (line: string) => void };
  /** How much one caller may ask: the table's, unless a test of something else asks more from one address. */
  buckets?: BucketTable;
  /** ms that the event loop is behind: as it is measured, unless a test says. */
  lag?: () => number;
  /** The rule of roles and scopes. Only a test puts another in its place, to see that the walls between tenants hold without it. */
  guard?: typeof may;
  config: {
    publicUrl: string;
    /** none, unless given */
    allowedOrigins?: readonly string[];
    /** open, unless given */
    signUp?: boolean;
    dataDir: string;
    trialDays: number;
    graceDays: number;
    purgeAfterDays: number;
    usdRates: Readonly<Record<string, number>>;
    trustProxy: boolean;
    logLevel: string;
    redisUrl?: string | undefined;
    smtpUrl?: string | undefined;
    mailFrom?: string;
    markerCookie?: string;
    metricsToken?: string | undefined;
    plan: Plan;
    stripe?: StripeSettings | undefined;
    supportEmail: string;
    /** a super administrator needs a second factor */
    production?: boolean;
  };
}

/** What some features need of the application. */
interface Surrounded {
  databases: Databases;
  config: Pick<
    Parts['config'],
    'publicUrl' | 'signUp' | 'trialDays' | 'graceDays' | 'purgeAfterDays' | 'plan' | 'usdRates' | 'supportEmail' | 'production'
  >;
  billing: Billing;
  limits: Limits;
  qrMenus: QrMenus;
  /** where files are read */
  files: Thread;
}

/** The features: the map of the server. */
export const routesOf = (parts: Surrounded): Route[] => [
  ...authRoutes(parts),
  ...signInCodeRoutes(parts),
  ...secondFactorRoutes(parts),
  ...addressesRoutes(parts),
  ...devicesRoutes,
  ...usersRoutes(parts),
  ...posRoutes(parts),
  ...ordersRoutes,
  ...kitchenRoutes,
  ...eventsRoutes,
  ...categoriesRoutes(parts),
  ...customersRoutes,
  ...customerHistoryRoutes,
  ...menuItemsRoutes,
  ...dashboardRoutes,
  ...reportsRoutes,
  ...reservationsRoutes,
  ...invoicesRoutes,
  ...paymentTypesRoutes,
  ...printSettingsRoutes,
  ...qrMenuRoutes(parts),
  ...qrOrdersRoutes,
  ...storeSettingsRoutes,
  ...subscriptionRoutes(parts),
  ...tablesRoutes,
  ...taxesRoutes,
  ...superadminAuthRoutes(parts),
  ...superAdminCodeRoutes(parts),
  ...superAdminFactorRoutes(parts),
  ...tenantsRoutes(parts),
  ...platformReportsRoutes(parts),
];

const REQUEST_ID_BYTES = 12;
const JSON_MAX = 1_000_000; // bytes (wire.md §1)
/** ms: so long a new order may be missing in the platform's sums */
const ROLL_UP_EVERY = 5000;
const shortOrigin = (origin: string | undefined) => (origin ?? '').slice(0, 200);
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
/** What a page of ALLOWED_ORIGINS may send and read (wire.md §1). */
const CORS = {
  credentials: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['Idempotency-Replayed', 'Retry-After', 'X-Request-Id'],
  maxAge: 600, // seconds
  hideOptionsRoute: true,
  strictPreflight: false,
};

/** A session's own bucket, whichever of its cookies comes. */
const payerOf = ({ id: sessionId, tenantId, memberId }: Session): Payer => ({
  key: `session:${sessionId}`,
  member: { tenantId, memberId, sessionId },
});

/** The whole server around its parts; nothing below it reads the clock, makes a random value or reaches outside by itself. */
export const buildApp = async ({ databases, clock, random, photos, mail, billing, pages, logTo, buckets, lag, guard, config }: Parts) => {
  const isHttps = config.publicUrl.startsWith('https:');
  const app = fastify({
    logger: { level: config.logLevel, serializers: { err: describeError }, ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true }),
    // what a person tells the support finds one request, on whichever node and after however many starts
    genReqId: () => Buffer.from(random(REQUEST_ID_BYTES)).toString('base64url'),
    bodyLimit: JSON_MAX,
    // What still arrives while the server closes is answered as ever; the door closes last.
    return503OnClosing: false,
    requestTimeout: 10_000,
    // also bounds the closing, which may wait for a statement of the background that is at work
    pluginTimeout: 30_000,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000 },
    // One proxy: of the addresses in X-Forwarded-For it wrote the last, and whoever sent the request all others.
    trustProxy: config.trustProxy ? (_, hop) => hop === 0 : false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: sendFailure,
  });
  explainFailures(app);
  const openConfiguredMail = () =>
    openMail({
      smtpUrl: config.smtpUrl,
      dataDir: config.dataDir,
      from: config.mailFrom ?? 'no-reply@localhost',
      clock,
      random,
      say: (line) => app.log.info(line),
    });

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // clients that name the type of a body they do not send
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });

  const headers = securityHeaders({ isHttps });
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The route and not the address, which may name a customer.
    const { method, routeOptions } = request;
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
  await app.register(cookie, { parseOptions: { httpOnly: true, sameSite: 'lax', secure: isHttps } });
  const markerName = config.markerCookie ?? MARKER_COOKIE;
  const cookieNames = openCookieNames({ isHttps, hostOnly: [ACCESS_COOKIE], marker: { plain: MARKER_COOKIE, name: markerName } });
  const [accessName, platformAccessName] = [ACCESS_COOKIE, PLATFORM_ACCESS_COOKIE].map(cookieNames.nameOf) as [string, string];

  const underway = new Set<Promise<void>>();
  const inBackground = (work: () => Promise<void>) => {
    const task = work()
      .catch((error: unknown) => app.log.error(error))
      .finally(() => underway.delete(task));
    underway.add(task);
  };
  const security = openSecurityEvents({
    databases,
    clock,
    count: (kind) => metrics.countSecurity(kind),
    inBackground,
    onError: (error) => app.log.error(error),
  });
  security.watch(app);

  const { allowedOrigins = [], production = false, trustProxy } = config;
  const { isOurOrigin, mayWrite } = originCheck({ publicUrl: config.publicUrl, allowedOrigins, production, trustProxy });
  app.addHook('onRequest', (request, _, done) => {
    if (SAFE_METHODS.includes(request.method) || mayWrite(request.headers)) return done();
    security.note(request, { kind: 'foreign origin', detail: { origin: shortOrigin(request.headers.origin) } });
    done(new AppError('not_allowed', 'This request comes from a foreign page!'));
  });
  if (allowedOrigins.length > 0) await app.register(cors, { origin: [...allowedOrigins], ...CORS });

  const door = openDoor({ clock, ...(buckets && { table: buckets }) });
  const measured = lag ? undefined : measureLag();
  const admission = addAdmission(app, {
    door,
    lag: lag ?? measured!.read,
    clock,
    noteSecurity: security.note,
  });

  const findByHash = batched((hashes) => findSessions(databases, hashes, clock(), config.graceDays));
  const findByToken = async (token: string | undefined): Promise<Session | undefined> => (token ? findByHash(hashToken(token)) : undefined);
  const findSession = {
    member: async (request: FastifyRequest) => {
      const token = request.cookies[accessName];
      const session = await findByToken(token);
      admission.settle(request, token, session && payerOf(session));
      return session;
    },
    superAdmin: async (request: FastifyRequest) => {
      const token = request.cookies[platformAccessName];
      const session = token ? await databases.readAsPlatform((db) => findPlatformSession(db, hashToken(token), clock())) : undefined;
      admission.settle(request, token, session && { key: `platform:${session.id}` });
      return session;
    },
  };

  const nodes = config.redisUrl
    ? connectNodes(config.redisUrl, (error) => app.log.error(error, 'Redis is away: nodes find what others announced by looking'))
    : undefined;
  const realtime = openRealtime({
    server: app.server,
    adapter: nodes?.adapter,
    findAnnounced: (heard) => databases.readAcrossTenants((db) => findAnnounced(db, heard)),
    findSession: (header) => findByToken(app.parseCookie(header ?? '')[accessName]),
    isOurOrigin,
    allowedOrigins,
    findAlive: (sessions) => databases.readAcrossTenants((db) => findAliveSessions(db, sessions, clock(), config.graceDays)),
    countMembers: (tenantId) => databases.readAcrossTenants((db) => countMembers(db, tenantId)),
    onError: (error) => app.log.error(error),
    trustProxy: config.trustProxy,
    door: {
      enter: (address, header) => door.enter({ address, cookies: Object.values(app.parseCookie(header ?? '')), isLookedUp: true }),
      settle: (visit, session) => (session ? door.met(visit, undefined, payerOf(session)) : door.unmet(visit, undefined)),
    },
    onForeign: ({ origin, ...from }) =>
      security.noteFrom({ ...from, route: 'socket', log: app.log }, { kind: 'foreign origin', detail: { origin: shortOrigin(origin) } }),
  });
  const limits = openLimits(config.redisUrl, (error) => app.log.error(error, 'Redis is away: limits are counted by this node alone'));
  const qrMenus = openQrMenus({ databases, clock, graceDays: config.graceDays });
  const postman = startPostman({ mail: mail ?? openConfiguredMail(), log: app.log });
  const metrics = addMetrics(app, { databases, sockets: realtime.count, token: config.metricsToken });
  const emit = (announcement: Announcement) => {
    metrics.count(announcement);
    realtime.emit(announcement);
  };
  const dispatcher = startDispatcher({ databases, emit, onError: (error) => app.log.error(error) });

  const housekeeping = startHousekeeping({ databases, dataDir: config.dataDir, clock, onError: (error) => app.log.error(error) });

  const folding = startFolding({ databases, onError: (error) => app.log.error(error) });
  // one for files of those who have signed in, one for pages that anybody asks for: neither waits for the other
  const threads = {
    files: openThread({ onError: (error) => app.log.error(error) }),
    pages: openThread({ nicer: 5, onError: (error) => app.log.error(error) }),
  };
  const storedPhotos = photos ?? openPhotoFiles(config.dataDir, random);
  const logError = (error: unknown) => app.log.error(error);
  const platformSums = startRepeating({
    every: ROLL_UP_EVERY,
    work: async (isStopping) => {
      await purgeTenants({ databases, photos: storedPhotos, clock, onError: logError, isStopping });
      return rollUp(databases, clock(), { onError: logError, isStopping });
    },
    onError: logError,
  });

  addHealth(app, databases, nodes);
  mount(
    app,
    {
      databases,
      clock,
      random,
      photos: storedPhotos,
      nudge: dispatcher.nudge,
      closeSockets: realtime.closeSockets,
      post: postman.post,
      noteSecurity: security.note,
      inBackground,
      requiresFactor: config.production ?? false,
      cookieNames,
    },
    findSession,
    routesOf({
      databases,
      config,
      limits,
      qrMenus,
      files: threads.files,
      billing: billing ?? openBilling(config, (error, sentence) => app.log.error(error, sentence)),
    }),
    guard,
  );
  await serveMedia(app, { dataDir: config.dataDir, isDeleted: openDeletedTenants(databases) });
  await serveDinerPages(app, {
    findPublicMenu: qrMenus.findPublicMenu,
    renderer: pages ?? (await loadRenderer()),
    drawElsewhere: pages ? undefined : threads.pages.run<typeof drawPage>('#server/platform/diner-renderer.ts', 'drawPage'),
  });
  await serveWeb(app, {
    supportEmail: config.supportEmail,
    signUp: config.signUp ?? true,
    markerCookie: markerName,
    sendsMail: config.smtpUrl !== undefined,
  });

  const closing = openClosing(app.server);
  // Sockets first: they would keep the server from closing.
  app.addHook('preClose', async () => {
    closing.begin();
    await realtime.close();
  });
  app.addHook('onClose', async () => {
    measured?.stop();
    await Promise.all([housekeeping.stop(), folding.stop(), platformSums.stop(), dispatcher.stop()]);
    await Promise.all(underway);
    await security.stop();
    await postman.stop();
    await Promise.all(Object.values(threads).map((thread) => thread.close()));
    await limits.close();
    await nodes?.close();
  });
  return app;
};
