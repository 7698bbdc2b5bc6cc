import { ACCESS_COOKIE, MARKER_COOKIE, SOCKET_COOKIE } from './features/devices/session-cookies.rules.ts';
import { PLATFORM_ACCESS_COOKIE } from './features/superadmin-auth/super-admin-cookies.rules.ts';
import type { AppOptions } from './app-options.ts';
import { addAdmission } from './platform/limits/admission.ts';
import { openBackground } from './platform/work/background.ts';
import { cookieNames as openCookieNames } from './platform/http/cookies.ts';
import { openRequestLimit } from './platform/limits/request-limit.ts';
import { measureLag } from './platform/limits/load.ts';
import { openHttp } from './platform/http/http.ts';
import { guardOrigin } from './platform/http/origin.ts';
import { openSecurityEvents, type SecurityKind } from './platform/security/security-events.ts';
import { openSessions } from './commands/sessions.ts';

export type Entrance = Awaited<ReturnType<typeof openEntrance>>;

/** What a call or a handshake meets before it reaches its route: where it comes from, how much it may ask, and whose it is. */
export const openEntrance = async (
  { databases, clock, random, logTo, buckets, lag, config }: AppOptions,
  countSecurity: (kind: SecurityKind) => void,
) => {
  const { allowedOrigins = [], production = false, trustProxy, graceDays, publicUrl } = config;
  const isHttps = publicUrl.startsWith('https:');
  const app = await openHttp({ random, isHttps, trustProxy, logLevel: config.logLevel, logTo });
  const logError = (error: unknown) => app.log.error(error);

  const markerName = config.markerCookie ?? MARKER_COOKIE;
  const cookieNames = openCookieNames({ isHttps, hostOnly: [ACCESS_COOKIE], marker: { plain: MARKER_COOKIE, name: markerName } });

  const background = openBackground(logError);
  const security = openSecurityEvents({ databases, clock, count: countSecurity, inBackground: background.run, onError: logError });
  security.watch(app);
  const noteSecurity = security.note;
  const { isOurOrigin } = await guardOrigin(app, { publicUrl, allowedOrigins, production, trustProxy, noteSecurity });

  const requestLimit = openRequestLimit({ clock, ...(buckets && { table: buckets }) });
  const measured = lag ? undefined : measureLag();
  const admission = addAdmission(app, { requestLimit, lag: lag ?? measured!.read, clock, noteSecurity });

  const { findSessionOfSocket, findSession } = openSessions({
    databases,
    clock,
    graceDays,
    accessName: cookieNames.nameOf(ACCESS_COOKIE),
    platformAccessName: cookieNames.nameOf(PLATFORM_ACCESS_COOKIE),
    socketName: cookieNames.nameOf(SOCKET_COOKIE),
    admission,
  });

  return {
    app,
    logError,
    markerName,
    cookieNames,
    background,
    security,
    isOurOrigin,
    requestLimit,
    findSession,
    findSessionOfSocket,
    stopMeasuring: () => measured?.stop(),
  };
};
