import { addressesRoutes } from './features/auth/addresses.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { signInCodeRoutes } from './features/auth/signin-code.routes.ts';
import { ACCESS_COOKIE, MARKER_COOKIE, SOCKET_COOKIE } from './features/devices/session-cookies.rules.ts';
import { customerHistoryRoutes } from './features/customer-history/customer-history.routes.ts';
import { customersRoutes } from './features/customers/customers.routes.ts';
import { deletedRoutes } from '#server/features/deleted/deleted.routes.ts';
import { displaysRoutes } from './features/displays/displays.routes.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { findAliveSessions } from './features/devices/sessions.queries.ts';
import { categoriesRoutes } from './features/categories/categories.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { firstStepsRoutes } from './features/first-steps/first-steps.routes.ts';
import { sendDueLetters } from './features/letters/due-letters.queries.ts';
import { dueLetter } from './features/letters/due-letters.rules.ts';
import { invoicesRoutes } from './features/invoices/invoices.routes.ts';
import { refundsRoutes } from './features/invoices/refunds.routes.ts';
import { kitchenRoutes } from './features/kitchen/kitchen.routes.ts';
import { raiseAlarms } from './features/kitchen/tickets.queries.ts';
import { ticketsRoutes } from './features/kitchen/tickets.routes.ts';
import { manyItemsRoutes } from './features/menu-items/many-items.routes.ts';
import { menuItemsRoutes } from './features/menu-items/menu-items.routes.ts';
import { checkChangesRoutes } from './features/orders/check-changes.routes.ts';
import { checkPaymentsRoutes } from './features/orders/check-payments.routes.ts';
import { adjustmentsRoutes } from './features/orders/adjustments.routes.ts';
import { checksRoutes } from './features/orders/checks.routes.ts';
import { chargesRoutes } from './features/charges/charges.routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { completeSettledOrders } from './features/orders/settled-orders.queries.ts';
import { paymentTypesRoutes } from './features/payment-types/payment-types.routes.ts';
import { platformReportsRoutes } from './features/platform-reports/platform-reports.routes.ts';
import { rollUp } from './features/platform-reports/roll-up.queries.ts';
import { posRoutes } from './features/pos/pos.routes.ts';
import { polledRoutes } from './features/printers/polled.routes.ts';
import { printersRoutes } from './features/printers/printers.routes.ts';
import { printBackups } from './features/printers/ticket-jobs.queries.ts';
import { startPrinting } from './features/printers/printing.queries.ts';
import { printJobsRoutes } from './features/printers/print-jobs.routes.ts';
import { printSettingsRoutes } from './features/print-settings/print-settings.routes.ts';
import { qrMenuRoutes } from './features/qr-menu/qr-menu.routes.ts';
import { openQrMenus, type QrMenus } from './features/qr-menu/qr-menus.queries.ts';
import { qrOrdersRoutes } from './features/qr-orders/qr-orders.routes.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { reservationsRoutes } from './features/reservations/reservations.routes.ts';
import { secondFactorRoutes } from './features/second-factor/second-factor.routes.ts';
import { dayRoutes } from './features/day/day.routes.ts';
import { drawersRoutes } from './features/drawers/drawers.routes.ts';
import { reasonsRoutes } from './features/reasons/reasons.routes.ts';
import { stationsRoutes } from './features/stations/stations.routes.ts';
import { storeSettingsRoutes } from './features/store-settings/store-settings.routes.ts';
import { subscriptionRoutes } from './features/subscription/subscription.routes.ts';
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
import type { Parts } from './parts.ts';
import { addAdmission } from './platform/admission.ts';
import { openBackground } from './platform/background.ts';
import { openClosing } from './platform/closing.ts';
import type { Billing } from './platform/billing.ts';
import { cookieNames as openCookieNames } from './platform/cookies.ts';
import type { Databases } from './platform/database.ts';
import { serveDinerPages } from './platform/diner-pages.ts';
import { type drawPage, loadRenderer } from './platform/diner-renderer.ts';
import { noFiscal } from './platform/fiscal.ts';
import { startFolding } from './platform/folding.ts';
import { openDoor } from './platform/door.ts';
import { addHealth } from './platform/health.ts';
import { openLimits, type Limits } from './platform/limits.ts';
import { measureLag } from './platform/load.ts';
import { openMail, startPostman } from './platform/mail.ts';
import { startHousekeeping } from './platform/housekeeping.ts';
import { openHttp } from './platform/http.ts';
import { addMetrics } from './platform/metrics.ts';
import { mount } from './platform/mount.ts';
import { connectNodes } from './platform/nodes.ts';
import { guardOrigin, shortOrigin } from './platform/origin.ts';
import { startDispatcher } from './platform/outbox.ts';
import { type Announcement, findAnnounced } from './platform/outbox.queries.ts';
import { openBilling } from './platform/open-billing.ts';
import { openRealtime } from './platform/realtime.ts';
import { openPhotoFiles } from './platform/photos.ts';
import { openRaster } from './platform/raster.ts';
import { startRepeating } from './platform/repeating.ts';
import type { Route } from './platform/routes.ts';
import { publicId } from './platform/seams.ts';
import { openSecurityEvents } from './platform/security-events.ts';
import { openThread, type Thread } from './platform/threads.ts';
import { serveMedia } from './platform/media.ts';
import { openDeletedTenants } from './platform/media.queries.ts';
import { serveWeb } from './platform/web.ts';
import { openSessions, payerOf } from './sessions.ts';

/** What some features need of the application. */
interface Surrounded {
  databases: Databases;
  config: Pick<
    Parts['config'],
    | 'publicUrl'
    | 'signUp'
    | 'trialDays'
    | 'graceDays'
    | 'purgeAfterDays'
    | 'plan'
    | 'usdRates'
    | 'supportEmail'
    | 'production'
    | 'printerNetwork'
  >;
  billing: Billing;
  limits: Limits;
  qrMenus: QrMenus;
  /** where files are read */
  files: Thread;
  raster: ReturnType<typeof openRaster>;
  /** Has what was queued printed. */
  wake: () => void;
}

/** The features: the map of the server. */
export const routesOf = (parts: Surrounded): Route[] => [
  ...auditRoutes,
  ...authRoutes(parts),
  ...signInCodeRoutes(parts),
  ...secondFactorRoutes(parts),
  ...addressesRoutes(parts),
  ...devicesRoutes,
  ...usersRoutes(parts),
  ...posRoutes(parts),
  ...ordersRoutes,
  ...adjustmentsRoutes,
  ...chargesRoutes,
  ...checksRoutes,
  ...checkChangesRoutes,
  ...checkPaymentsRoutes,
  ...kitchenRoutes,
  ...ticketsRoutes,
  ...eventsRoutes,
  ...categoriesRoutes(parts),
  ...customersRoutes,
  ...customerHistoryRoutes,
  ...manyItemsRoutes,
  ...menuItemsRoutes,
  ...dashboardRoutes,
  ...firstStepsRoutes,
  ...reportsRoutes,
  ...reservationsRoutes,
  ...invoicesRoutes,
  ...refundsRoutes,
  ...paymentTypesRoutes,
  ...printSettingsRoutes,
  ...printersRoutes(parts),
  ...printJobsRoutes(parts),
  ...polledRoutes(parts),
  ...displaysRoutes(parts),
  ...qrMenuRoutes(parts),
  ...qrOrdersRoutes,
  ...dayRoutes(parts),
  ...drawersRoutes,
  ...reasonsRoutes,
  ...stationsRoutes,
  ...storeSettingsRoutes,
  ...subscriptionRoutes(parts),
  ...tablesRoutes,
  ...taxesRoutes,
  ...deletedRoutes,
  ...superadminAuthRoutes(parts),
  ...superAdminCodeRoutes(parts),
  ...superAdminFactorRoutes(parts),
  ...tenantsRoutes(parts),
  ...platformReportsRoutes(parts),
];

/** ms: so long an order may stay on the board that leaves it by itself */
const SETTLED_EVERY = 60_000;
/** ms: so late the alarm of a ticket may be; every node looks, at an index that is empty while nothing waits */
const ALARMS_EVERY = 500;
/** ms: so late a letter to an owner may be, and so soon after a start the first ones go */
const LETTERS_EVERY = 10 * 60_000;
const LETTERS_FIRST = 60_000;
/** ms: so long a new order may be missing in the platform's sums */
const ROLL_UP_EVERY = 5000;

/** The whole server around its parts; nothing below it reads the clock, makes a random value or reaches outside by itself. */
export const buildApp = async ({
  databases,
  clock,
  random,
  photos,
  mail,
  billing,
  fiscal,
  pages,
  logTo,
  buckets,
  lag,
  guard,
  config,
}: Parts) => {
  const { allowedOrigins = [], production = false, trustProxy } = config;
  const isHttps = config.publicUrl.startsWith('https:');
  const app = await openHttp({ random, isHttps, trustProxy, logLevel: config.logLevel, logTo });
  const logError = (error: unknown) => app.log.error(error);
  const openConfiguredMail = () =>
    openMail({
      smtpUrl: config.smtpUrl,
      dataDir: config.dataDir,
      from: config.mailFrom ?? 'no-reply@localhost',
      clock,
      random,
      say: (line) => app.log.info(line),
    });

  const markerName = config.markerCookie ?? MARKER_COOKIE;
  const cookieNames = openCookieNames({ isHttps, hostOnly: [ACCESS_COOKIE], marker: { plain: MARKER_COOKIE, name: markerName } });

  const background = openBackground(logError);
  const security = openSecurityEvents({
    databases,
    clock,
    count: (kind) => metrics.countSecurity(kind),
    inBackground: background.run,
    onError: logError,
  });
  security.watch(app);
  const { isOurOrigin } = await guardOrigin(app, {
    publicUrl: config.publicUrl,
    allowedOrigins,
    production,
    trustProxy,
    noteSecurity: security.note,
  });

  const door = openDoor({ clock, ...(buckets && { table: buckets }) });
  const measured = lag ? undefined : measureLag();
  const admission = addAdmission(app, {
    door,
    lag: lag ?? measured!.read,
    clock,
    noteSecurity: security.note,
  });

  const { findSessionOfSocket, findSession } = openSessions({
    databases,
    clock,
    graceDays: config.graceDays,
    accessName: cookieNames.nameOf(ACCESS_COOKIE),
    platformAccessName: cookieNames.nameOf(PLATFORM_ACCESS_COOKIE),
    socketName: cookieNames.nameOf(SOCKET_COOKIE),
    admission,
  });

  const nodes = config.redisUrl
    ? connectNodes(config.redisUrl, (error) => app.log.error(error, 'Redis is away: nodes find what others announced by looking'))
    : undefined;
  const realtime = openRealtime({
    server: app.server,
    adapter: nodes?.adapter,
    findAnnounced: (heard) => databases.readAcrossTenants((db) => findAnnounced(db, heard)),
    findSession: (header) => findSessionOfSocket(app.parseCookie(header ?? '')),
    isOurOrigin,
    allowedOrigins,
    findAlive: (sessions) => databases.readAcrossTenants((db) => findAliveSessions(db, sessions, clock(), config.graceDays)),
    countMembers: (tenantId) => databases.readAcrossTenants((db) => countMembers(db, tenantId)),
    onError: logError,
    trustProxy,
    door: {
      enter: (address, header) => door.enter({ address, cookies: Object.values(app.parseCookie(header ?? '')), isLookedUp: true }),
      settle: (visit, session) => (session ? door.met(visit, undefined, payerOf(session)) : door.unmet(visit, undefined)),
    },
    onForeign: ({ origin, ...from }) =>
      security.noteFrom({ ...from, route: 'socket', log: app.log }, { kind: 'foreign origin', detail: { origin: shortOrigin(origin) } }),
  });
  const limits = openLimits(config.redisUrl, (error) => app.log.error(error, 'Redis is away: limits are counted by this node alone'));
  const qrMenus = openQrMenus({ databases, clock, graceDays: config.graceDays });
  const post = mail ?? openConfiguredMail();
  const postman = startPostman({ mail: post, log: app.log });
  const metrics = addMetrics(app, { databases, sockets: realtime.count, token: config.metricsToken });
  const emit = (announcement: Announcement) => {
    metrics.count(announcement);
    realtime.emit(announcement);
  };
  const dispatcher = startDispatcher({ databases, emit, onError: logError });

  const housekeeping = startHousekeeping({ databases, dataDir: config.dataDir, clock, onError: logError });

  const folding = startFolding({ databases, onError: logError });
  // one for files of those who have signed in, one for pages that anybody asks for: neither waits for the other
  const threads = {
    files: openThread({ onError: logError }),
    pages: openThread({ nicer: 5, onError: logError }),
  };
  const storedPhotos = photos ?? openPhotoFiles(config.dataDir, random);
  const platformSums = startRepeating({
    every: ROLL_UP_EVERY,
    work: async (isStopping) => {
      await purgeTenants({ databases, photos: storedPhotos, clock, onError: logError, isStopping });
      return rollUp(databases, clock(), { onError: logError, isStopping });
    },
    onError: logError,
  });

  const settledOrders = startRepeating({
    every: SETTLED_EVERY,
    work: async (isStopping) => {
      await completeSettledOrders({ databases, clock, nudge: dispatcher.nudge, onError: logError, isStopping });
      return false;
    },
    onError: logError,
  });

  const ticketAlarms = startRepeating({
    every: ALARMS_EVERY,
    work: async () => {
      await raiseAlarms({ databases, clock, nudge: dispatcher.nudge, onBackupDue: printBackups, onError: logError });
      return false;
    },
    onError: logError,
  });

  const dueLetters = startRepeating({
    every: LETTERS_EVERY,
    first: LETTERS_FIRST,
    work: async (isStopping) => {
      await sendDueLetters({ databases, mail: post, clock, compose: (due) => dueLetter(due, config), onError: logError, isStopping });
      return false;
    },
    onError: logError,
  });

  const raster = openRaster(config.dataDir);
  const printing = startPrinting({
    databases,
    node: publicId(random),
    draw: raster.drawLine,
    nudge: dispatcher.nudge,
    onError: logError,
    reachesNetwork: config.printerNetwork ?? true,
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
      inBackground: background.run,
      fiscal: fiscal ?? noFiscal,
      requiresFactor: production,
      cookieNames,
    },
    findSession,
    routesOf({
      databases,
      config,
      limits,
      qrMenus,
      files: threads.files,
      raster,
      wake: printing.wake,
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
    publicUrl: config.publicUrl,
    trialDays: config.trialDays,
    plan: config.plan,
  });

  const closing = openClosing(app.server);
  // Sockets first: they would keep the server from closing.
  app.addHook('preClose', async () => {
    await closing.begin();
    await realtime.close();
    await closing.end();
  });
  app.addHook('onClose', async () => {
    measured?.stop();
    await Promise.all([
      housekeeping.stop(),
      folding.stop(),
      platformSums.stop(),
      settledOrders.stop(),
      ticketAlarms.stop(),
      dueLetters.stop(),
      printing.stop(),
      dispatcher.stop(),
    ]);
    await background.ended();
    await security.stop();
    await postman.stop();
    await Promise.all(Object.values(threads).map((thread) => thread.close()));
    await limits.close();
    await nodes?.close();
  });
  return app;
};
