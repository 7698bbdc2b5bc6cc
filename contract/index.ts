import * as approvals from './approvals.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as categories from './categories.ts';
import * as charges from './charges.ts';
import * as checks from './checks.ts';
import * as customers from './customers.ts';
import * as dayCalls from './day.ts';
import * as dashboard from './dashboard.ts';
import * as deleted from './deleted.ts';
import * as devices from './devices.ts';
import * as discounts from './discounts.ts';
import * as displays from './displays.ts';
import type { Endpoint } from './endpoint.ts';
import * as firstSteps from './first-steps.ts';
import * as invoices from './invoices.ts';
import * as kitchen from './kitchen.ts';
import * as menuItems from './menu-items.ts';
import * as orders from './orders.ts';
import * as paymentTypes from './payment-types.ts';
import * as platformReports from './platform-reports.ts';
import * as printJobs from './print-jobs.ts';
import * as printers from './printers.ts';
import * as pos from './pos.ts';
import * as printSettings from './print-settings.ts';
import * as quotes from './quotes.ts';
import * as qrMenu from './qr-menu.ts';
import * as qrOrders from './qr-orders.ts';
import * as realtime from './realtime.ts';
import * as reports from './reports.ts';
import * as reservations from './reservations.ts';
import * as secondFactor from './second-factor.ts';
import * as drawers from './drawers.ts';
import * as reasons from './reasons.ts';
import * as stations from './stations.ts';
import * as storeSettings from './store-settings.ts';
import * as subscription from './subscription.ts';
import * as superadminAuth from './superadmin-auth.ts';
import * as tables from './tables.ts';
import * as taxes from './taxes.ts';
import * as tenants from './tenants.ts';
import * as tickets from './tickets.ts';
import * as users from './users.ts';

const nouns = {
  approvals,
  audit,
  auth,
  categories,
  charges,
  checks,
  customers,
  dashboard,
  deleted,
  devices,
  discounts,
  displays,
  firstSteps,
  invoices,
  kitchen,
  menuItems,
  orders,
  paymentTypes,
  platformReports,
  pos,
  printJobs,
  printers,
  printSettings,
  quotes,
  qrMenu,
  qrOrders,
  realtime,
  reports,
  reservations,
  secondFactor,
  dayCalls,
  drawers,
  reasons,
  stations,
  storeSettings,
  subscription,
  superadminAuth,
  tables,
  taxes,
  tenants,
  tickets,
  users,
};

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** Every endpoint by its name, for the server and the tools; the web imports nouns one by one. */
export const endpointsByName: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(nouns).flatMap((noun) =>
    Object.entries<unknown>(noun).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  ),
);

/** The whole API. */
export const endpoints: readonly Endpoint[] = [...endpointsByName.values()];
