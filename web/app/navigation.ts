import {
  type Icon,
  IconBellRinging,
  IconCalendarEvent,
  IconCashRegister,
  IconChartBar,
  IconChefHat,
  IconClipboardList,
  IconDevices,
  IconFileInvoice,
  IconHistory,
  IconHome,
  IconLifebuoy,
  IconPrinter,
  IconReceipt,
  IconSettings,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { type Access, type Member, may, type Right } from '#contract/permissions.ts';
import { settingsPages } from './settings-pages.ts';

export type Section = 'Offerings' | 'Back Office';

export interface Place {
  title: string;
  path: string;
  icon: Icon;
  /** Who may open it. */
  access: Access;
  /** Held beside the access, by all but the owner. */
  right?: Right;
}

export interface Destination extends Place {
  section: Section;
  /** Who sees it in the side bar, where those are fewer than may open it. */
  listedFor?: Access;
}

/** Who may open which screen (part-1 §6, part-2 §2). The routes and the side bar read the same lines. */
export const access = {
  home: ['DASHBOARD'],
  pos: ['POS'],
  orders: ['POS', 'ORDERS', 'ORDER_STATUS', 'ORDER_STATUS_DISPLAY'],
  checks: ['POS', 'ORDERS'],
  kitchen: ['KITCHEN', 'KITCHEN_DISPLAY'],
  expediter: ['POS', 'ORDERS'],
  reservation: ['RESERVATIONS', 'VIEW_RESERVATIONS', 'MANAGE_RESERVATIONS'],
  customers: ['CUSTOMERS', 'VIEW_CUSTOMERS', 'MANAGE_CUSTOMERS'],
  invoices: ['INVOICES'],
  users: ['SETTINGS'],
  reports: ['REPORTS'],
  activity: ['REPORTS'],
  settings: ['SETTINGS'],
  orderStatus: ['ORDER_STATUS_DISPLAY', 'ORDERS'],
  customerDisplay: ['CUSTOMER_DISPLAY'],
  displays: ['POS'],
  printJobs: ['POS', 'ORDERS'],
} as const satisfies Record<string, Access>;

const destinations: readonly Destination[] = [
  { title: 'Dashboard', path: '/dashboard/home', icon: IconHome, access: access.home, section: 'Offerings' },
  { title: 'POS', path: '/dashboard/pos', icon: IconCashRegister, access: access.pos, section: 'Offerings' },
  { title: 'Orders', path: '/dashboard/orders', icon: IconClipboardList, access: access.orders, section: 'Offerings' },
  { title: 'Kitchen', path: '/dashboard/kitchen', icon: IconChefHat, access: access.kitchen, section: 'Offerings' },
  { title: 'Reservation', path: '/dashboard/reservation', icon: IconCalendarEvent, access: access.reservation, section: 'Offerings' },
  { title: 'Customers', path: '/dashboard/customers', icon: IconUsers, access: access.customers, section: 'Back Office' },
  { title: 'Invoices', path: '/dashboard/invoices', icon: IconFileInvoice, access: access.invoices, section: 'Back Office' },
  {
    title: 'Users',
    path: '/dashboard/users',
    icon: IconUsersGroup,
    access: access.users,
    listedFor: 'admin',
    section: 'Back Office',
  },
  { title: 'Reports', path: '/dashboard/reports', icon: IconChartBar, access: access.reports, section: 'Back Office' },
  {
    title: 'Activity',
    path: '/dashboard/activity',
    icon: IconHistory,
    access: access.activity,
    right: 'audit',
    section: 'Back Office',
  },
  { title: 'Settings', path: '/dashboard/settings', icon: IconSettings, access: access.settings, section: 'Back Office' },
];

/** Pages of one's own account: everybody's, and in nobody's side bar. */
export const ownPages: readonly Place[] = [
  { title: 'Profile', path: '/dashboard/profile', icon: IconUser, access: 'signed-in' },
  { title: 'My Devices', path: '/dashboard/devices', icon: IconDevices, access: 'signed-in' },
  { title: 'Support', path: '/dashboard/contact-support', icon: IconLifebuoy, access: 'signed-in' },
];

/** Reached from Orders and POS, and found by the quick search. */
const printJobs: Place = { title: 'Print Jobs', path: '/dashboard/print-jobs', icon: IconPrinter, access: access.printJobs };
const orderStatus: Place = { title: 'Order Status', path: '/dashboard/order-status', icon: IconClipboardList, access: access.orderStatus };
const expediter: Place = { title: 'Expediter', path: '/dashboard/expediter', icon: IconBellRinging, access: access.expediter };
const customerDisplay: Place = {
  title: 'Customer Display',
  path: '/dashboard/customer-display',
  icon: IconDevices,
  access: access.customerDisplay,
};
const displays: Place = { title: 'Displays', path: '/dashboard/displays', icon: IconDevices, access: access.displays };
const dayEnd: Place = { title: 'Day end', path: '/dashboard/reports/day-end', icon: IconChartBar, access: access.reports };
const bills: Place = { title: 'Bills', path: '/dashboard/checks', icon: IconReceipt, access: access.checks };

const holds = (member: Member | undefined, rights: readonly Right[], right: Right | undefined): boolean =>
  right === undefined || member?.role === 'admin' || rights.includes(right);

/** The side bar's entries (part-1 §6), for a member with these rights. */
export const destinationsOf = (member: Member | undefined, rights: readonly Right[] = []): Destination[] =>
  destinations.filter(({ access, listedFor = access, right }) => may(member, listedFor) && holds(member, rights, right));

const setUp: readonly Place[] = settingsPages.map((page) => ({ ...page, access: access.settings }));

/** What the quick search finds: every page that the person may open. */
export const pagesOf = (member: Member | undefined, rights: readonly Right[] = []): Place[] =>
  [...destinations, bills, expediter, orderStatus, customerDisplay, displays, printJobs, dayEnd, ...setUp, ...ownPages].filter(
    (page) => may(member, page.access) && holds(member, rights, page.right),
  );

/** Where a person arrives after signing in (part-1 §2). */
export const landingOf = (member: Member): string => {
  if (member.role === 'superadmin') return '/superadmin/dashboard/home';
  return may(member, access.home) ? '/dashboard/home' : '/dashboard/profile';
};

/** Where a person arrives who signs in again: the place where their session had ended, if it is still one of theirs. */
export const arrivalOf = (member: Member, place: string | undefined): string => {
  const isTheirs =
    member.role === 'superadmin'
      ? place?.startsWith('/superadmin/dashboard/')
      : pagesOf(member).some(({ path }) => place?.split('?')[0] === path || place?.startsWith(`${path}/`));
  return place !== undefined && isTheirs ? place : landingOf(member);
};
