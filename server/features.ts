import { addressesRoutes } from './features/auth/addresses.routes.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { signInCodeRoutes } from './features/auth/signin-code.routes.ts';
import { customerHistoryRoutes } from './features/customer-history/customer-history.routes.ts';
import { customersRoutes } from './features/customers/customers.routes.ts';
import { deletedRoutes } from '#server/features/deleted/deleted.routes.ts';
import { displaysRoutes } from './features/displays/displays.routes.ts';
import { devicesRoutes } from './features/devices/devices.routes.ts';
import { categoriesRoutes } from './features/categories/categories.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { firstStepsRoutes } from './features/first-steps/first-steps.routes.ts';
import { invoicesRoutes } from './features/invoices/invoices.routes.ts';
import { refundsRoutes } from './features/invoices/refunds.routes.ts';
import { kitchenRoutes } from './features/kitchen/kitchen.routes.ts';
import { ticketsRoutes } from './features/kitchen/tickets.routes.ts';
import { manyItemsRoutes } from './features/menu-items/many-items.routes.ts';
import { menuItemsRoutes } from './features/menu-items/menu-items.routes.ts';
import { checkChangesRoutes } from './features/orders/check-changes.routes.ts';
import { checkPaymentsRoutes } from './features/orders/check-payments.routes.ts';
import { adjustmentsRoutes } from './features/orders/adjustments.routes.ts';
import { checksRoutes } from './features/orders/checks.routes.ts';
import { chargesRoutes } from './features/charges/charges.routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { paymentTypesRoutes } from './features/payment-types/payment-types.routes.ts';
import { platformReportsRoutes } from './features/platform-reports/platform-reports.routes.ts';
import { posRoutes } from './features/pos/pos.routes.ts';
import { polledRoutes } from './features/printers/polled.routes.ts';
import { printersRoutes } from './features/printers/printers.routes.ts';
import { printJobsRoutes } from './features/printers/print-jobs.routes.ts';
import { printSettingsRoutes } from './features/print-settings/print-settings.routes.ts';
import { qrMenuRoutes } from './features/qr-menu/qr-menu.routes.ts';
import { type QrMenus } from './features/qr-menu/qr-menus.queries.ts';
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
import { superAdminCodeRoutes } from './features/superadmin-auth/super-admin-code.routes.ts';
import { superAdminFactorRoutes } from './features/superadmin-auth/super-admin-factor.routes.ts';
import { superadminAuthRoutes } from './features/superadmin-auth/superadmin-auth.routes.ts';
import { tablesRoutes } from './features/tables/tables.routes.ts';
import { taxesRoutes } from './features/taxes/taxes.routes.ts';
import { tenantsRoutes } from './features/tenants/tenants.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import type { Parts } from './parts.ts';
import type { Billing } from './platform/billing/billing.ts';
import type { Databases } from './platform/database/database.ts';
import { type Limits } from './platform/limits/limits.ts';
import { openRaster } from './platform/printing/raster.ts';
import type { Route } from './platform/endpoints/routes.ts';
import { type Thread } from './platform/work/threads.ts';

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
