import { findAliveSessions } from './features/devices/sessions.queries.ts';
import { startPrinting } from './features/printers/printing.queries.ts';
import { openQrMenus } from './features/qr-menu/qr-menus.queries.ts';
import { countMembers } from './features/users/members.queries.ts';
import { type Entrance, openEntrance } from './entrance.ts';
import type { AppOptions } from './app-options.ts';
import { atMost } from './platform/work/at-most.ts';
import { serveDinerPages } from './platform/pages/diner-pages.ts';
import { type renderCompressed, loadRenderer } from './platform/pages/diner-renderer.ts';
import { noFiscal } from './platform/fiscal.ts';
import { startFolding } from './platform/housekeeping/folding.ts';
import { openGracefulShutdown } from './platform/http/graceful-shutdown.ts';
import { addHealth } from './platform/http/health.ts';
import { openLimits } from './platform/limits/limits.ts';
import { type Mail, openMail, startMailer } from './platform/mail.ts';
import { startHousekeeping } from './platform/housekeeping/housekeeping.ts';
import { addMetrics } from './platform/http/metrics.ts';
import { mount } from './platform/endpoints/mount.ts';
import { findInstallation } from './platform/database/installation.ts';
import { connectNodes, type Nodes } from './platform/events/nodes.ts';
import { shortOrigin } from './platform/http/origin.ts';
import { startDispatcher } from './platform/events/outbox.ts';
import { type Announcement, findAnnounced } from './platform/events/outbox.queries.ts';
import { openBilling } from './platform/billing/open-billing.ts';
import { openRealtime } from './platform/events/realtime.ts';
import { openPhotoFiles, type Photos } from './platform/files/photos.ts';
import { openRaster } from './platform/printing/raster.ts';
import { publicId } from './platform/clock-and-random.ts';
import { openThread } from './platform/work/threads.ts';
import { serveMedia } from './platform/files/media.ts';
import { openDeletedTenants } from './platform/files/media.queries.ts';
import { serveWeb } from './platform/pages/web.ts';
import { payerOf } from './commands/sessions.ts';
import { routesOf } from './features.ts';
import { startJobs } from './repeating-jobs.ts';

/** ms after the server was told to stop; it is ended by force after 15 s, and its embedded database with it */
const ENDS_WITHIN = 12_000;

const openConfiguredMail = ({ clock, random, config }: AppOptions, say: (line: string) => void) =>
  openMail({
    smtpUrl: config.smtpUrl,
    dataDir: config.dataDir,
    from: config.mailFrom ?? 'no-reply@localhost',
    clock,
    random,
    say,
  });

/** The sockets, behind the same entrance as the calls. */
const openSockets = ({ databases, clock, config }: AppOptions, entrance: Entrance, adapter: Nodes['adapter'] | undefined) => {
  const { app, requestLimit, security, isOurOrigin, findSessionOfSocket, logError } = entrance;
  const { allowedOrigins = [], trustProxy, graceDays } = config;
  return openRealtime({
    server: app.server,
    adapter,
    findAnnounced: (known) => databases.readAcrossTenants((db) => findAnnounced(db, known)),
    findSession: (header) => findSessionOfSocket(app.parseCookie(header ?? '')),
    isOurOrigin,
    allowedOrigins,
    findAlive: (sessions) => databases.readAcrossTenants((db) => findAliveSessions(db, sessions, clock(), graceDays)),
    countMembers: (tenantId) => databases.readAcrossTenants((db) => countMembers(db, tenantId)),
    onError: logError,
    trustProxy,
    requestLimit: {
      enter: (address, header) => requestLimit.enter({ address, cookies: Object.values(app.parseCookie(header ?? '')), isLookedUp: true }),
      settle: (counted, session) =>
        session ? requestLimit.foundSession(counted, undefined, payerOf(session)) : requestLimit.foundNone(counted, undefined),
    },
    onForeign: ({ origin, ...from }) =>
      security.noteFrom({ ...from, route: 'socket', log: app.log }, { kind: 'foreign origin', detail: { origin: shortOrigin(origin) } }),
  });
};

interface WorkOptions {
  photos: Photos;
  mail: Mail;
  emit: (announcement: Announcement) => void;
  onError: (error: unknown) => void;
}

/** Starts what goes on without a call; `stop` waits for what is under way. */
const startWork = ({ databases, clock, random, config }: AppOptions, { photos, mail, emit, onError }: WorkOptions) => {
  const dispatcher = startDispatcher({ databases, emit, onError });
  const { nudge } = dispatcher;
  const housekeeping = startHousekeeping({ databases, dataDir: config.dataDir, clock, onError });
  const folding = startFolding({ databases, onError });
  const jobs = startJobs({ databases, clock, photos, mail, nudge, config, onError });
  const raster = openRaster(config.dataDir);
  const printing = startPrinting({
    databases,
    node: publicId(random),
    draw: raster.drawLine,
    nudge,
    onError,
    reachesNetwork: config.printerNetwork ?? true,
  });
  return {
    nudge,
    raster,
    wakePrinting: printing.wake,
    stop: async (): Promise<void> => {
      await Promise.all([housekeeping, folding, jobs, printing, dispatcher].map((work) => work.stop()));
    },
  };
};

interface PageOptions {
  qrMenus: ReturnType<typeof openQrMenus>;
  markerCookie: string;
  thread: ReturnType<typeof openThread>;
}

/** Serves whatever is no call: photos, the guest's pages, and last the staff's, which answer every other path. */
const servePages = async (
  app: Entrance['app'],
  { databases, pages, config }: AppOptions,
  { qrMenus, markerCookie, thread }: PageOptions,
) => {
  await serveMedia(app, { dataDir: config.dataDir, isDeleted: openDeletedTenants(databases) });
  await serveDinerPages(app, {
    findPublicMenu: qrMenus.findPublicMenu,
    renderer: pages ?? (await loadRenderer()),
    renderElsewhere: pages
      ? undefined
      : thread.run<typeof renderCompressed>('#server/platform/pages/diner-renderer.ts', 'renderCompressed'),
  });
  await serveWeb(app, {
    supportEmail: config.supportEmail,
    signUp: config.signUp ?? true,
    markerCookie,
    sendsMail: config.smtpUrl !== undefined,
    publicUrl: config.publicUrl,
    trialDays: config.trialDays,
    plan: config.stripe && config.plan,
  });
};

/** The whole server around its options; nothing below it reads the clock, makes a random value or reaches outside by itself. */
export const buildApp = async (options: AppOptions) => {
  const { databases, clock, random, billing, fiscal, guard, config } = options;
  const entrance = await openEntrance(options, (kind) => metrics.countSecurity(kind));
  const { app, logError, security, background } = entrance;

  const { redisUrl } = config;
  // two installations may share a Redis
  const names = redisUrl ? `comanda:${await databases.readAcrossTenants(findInstallation)}` : '';
  const nodes = redisUrl
    ? connectNodes(redisUrl, names, (error) => app.log.error(error, 'Redis is away: nodes find what others announced by looking'))
    : undefined;
  const realtime = openSockets(options, entrance, nodes?.adapter);
  const limits = openLimits(redisUrl, (error) => app.log.error(error, 'Redis is away: limits are counted by this node alone'), names);
  const qrMenus = openQrMenus({ databases, clock, graceDays: config.graceDays });
  const mail = options.mail ?? openConfiguredMail(options, (line) => app.log.info(line));
  const mailer = startMailer({ mail, log: app.log });
  const metrics = addMetrics(app, { databases, sockets: realtime.count, token: config.metricsToken });
  const photos = options.photos ?? openPhotoFiles(config.dataDir, random);
  const work = startWork(options, {
    photos,
    mail,
    emit: (announcement) => {
      metrics.count(announcement);
      realtime.emit(announcement);
    },
    onError: logError,
  });
  // one for files of those who have signed in, one for pages that anybody asks for: neither waits for the other
  const threads = {
    files: openThread({ onError: logError }),
    pages: openThread({ nicer: 5, onError: logError }),
  };

  addHealth(app, databases, nodes);
  mount(
    app,
    {
      databases,
      clock,
      random,
      photos,
      nudge: work.nudge,
      closeSockets: realtime.closeSockets,
      sendEmail: mailer.send,
      noteSecurity: security.note,
      inBackground: background.run,
      fiscal: fiscal ?? noFiscal,
      requiresFactor: config.production ?? false,
      cookieNames: entrance.cookieNames,
    },
    entrance.findSession,
    routesOf({
      databases,
      config,
      limits,
      qrMenus,
      files: threads.files,
      raster: work.raster,
      wake: work.wakePrinting,
      billing: billing ?? openBilling(config, (error, sentence) => app.log.error(error, sentence)),
    }),
    guard,
  );
  await servePages(app, options, { qrMenus, markerCookie: entrance.markerName, thread: threads.pages });

  const shutdown = openGracefulShutdown(app.server);
  let end = 0;
  // Sockets first: they would keep the server from shutdown.
  app.addHook('preClose', async () => {
    end = performance.now() + ENDS_WITHIN;
    await shutdown.begin();
    await realtime.close();
    await shutdown.end();
  });
  app.addHook('onClose', async () => {
    entrance.stopMeasuring();
    // beside each other: a mail server or a printer that is silent takes nobody else's time to end
    const tell = async () => {
      await background.ended();
      await Promise.all([security.stop(), mailer.stop()]);
    };
    // what would not end does nothing by halves: the database takes it back
    if (!(await atMost(Math.max(2500, end - performance.now()), Promise.all([work.stop(), tell()]))))
      app.log.warn('the server ends beside work that has not ended');
    await Promise.all(Object.values(threads).map((thread) => thread.close()));
    await limits.close();
    await nodes?.close();
  });
  return app;
};
