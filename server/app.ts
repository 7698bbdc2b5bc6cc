import { ACCESS_COOKIE, MARKER_COOKIE, SOCKET_COOKIE } from './features/devices/session-cookies.rules.ts';
import { findAliveSessions } from './features/devices/sessions.queries.ts';
import { startPrinting } from './features/printers/printing.queries.ts';
import { openQrMenus } from './features/qr-menu/qr-menus.queries.ts';
import { PLATFORM_ACCESS_COOKIE } from './features/superadmin-auth/super-admin-cookies.rules.ts';
import { countMembers } from './features/users/members.queries.ts';
import type { Parts } from './parts.ts';
import { addAdmission } from './platform/limits/admission.ts';
import { openBackground } from './platform/work/background.ts';
import { openClosing } from './platform/work/closing.ts';
import { cookieNames as openCookieNames } from './platform/http/cookies.ts';
import { serveDinerPages } from './platform/pages/diner-pages.ts';
import { type drawPage, loadRenderer } from './platform/pages/diner-renderer.ts';
import { noFiscal } from './platform/fiscal.ts';
import { startFolding } from './platform/housekeeping/folding.ts';
import { openDoor } from './platform/limits/door.ts';
import { addHealth } from './platform/http/health.ts';
import { openLimits } from './platform/limits/limits.ts';
import { measureLag } from './platform/limits/load.ts';
import { openMail, startPostman } from './platform/mail.ts';
import { startHousekeeping } from './platform/housekeeping/housekeeping.ts';
import { openHttp } from './platform/http/http.ts';
import { addMetrics } from './platform/http/metrics.ts';
import { mount } from './platform/endpoints/mount.ts';
import { connectNodes } from './platform/events/nodes.ts';
import { guardOrigin, shortOrigin } from './platform/http/origin.ts';
import { startDispatcher } from './platform/events/outbox.ts';
import { type Announcement, findAnnounced } from './platform/events/outbox.queries.ts';
import { openBilling } from './platform/billing/open-billing.ts';
import { openRealtime } from './platform/events/realtime.ts';
import { openPhotoFiles } from './platform/files/photos.ts';
import { openRaster } from './platform/printing/raster.ts';
import { publicId } from './platform/seams.ts';
import { openSecurityEvents } from './platform/security/security-events.ts';
import { openThread } from './platform/work/threads.ts';
import { serveMedia } from './platform/files/media.ts';
import { openDeletedTenants } from './platform/files/media.queries.ts';
import { serveWeb } from './platform/pages/web.ts';
import { openSessions, payerOf } from './commands/sessions.ts';
import { routesOf } from './features.ts';
import { startJobs } from './repeating-jobs.ts';

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
  const jobs = startJobs({ databases, clock, photos: storedPhotos, mail: post, nudge: dispatcher.nudge, config, onError: logError });

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
    drawElsewhere: pages ? undefined : threads.pages.run<typeof drawPage>('#server/platform/pages/diner-renderer.ts', 'drawPage'),
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
    await Promise.all([housekeeping.stop(), folding.stop(), jobs.stop(), printing.stop(), dispatcher.stop()]);
    await background.ended();
    await security.stop();
    await postman.stop();
    await Promise.all(Object.values(threads).map((thread) => thread.close()));
    await limits.close();
    await nodes?.close();
  });
  return app;
};
