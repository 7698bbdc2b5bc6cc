import * as routes from './feature-routes.ts';
import { type QrMenus } from './features/qr-menu/qr-menus.queries.ts';
import type { AppOptions } from './app-options.ts';
import type { Billing } from './platform/billing/billing.ts';
import type { Databases } from './platform/database/database.ts';
import { type Limits } from './platform/limits/limits.ts';
import { openRaster } from './platform/printing/raster.ts';
import type { Route } from './platform/endpoints/routes.ts';
import { type Thread } from './platform/work/threads.ts';

/** What some features need of the application. */
interface Dependencies {
  databases: Databases;
  config: Pick<
    AppOptions['config'],
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

/** Every route of the server: what feature-routes.ts lists, given what some features need. */
export const routesOf = (dependencies: Dependencies): Route[] =>
  Object.values(routes).flatMap((feature): Route[] => (typeof feature === 'function' ? feature(dependencies) : feature));
