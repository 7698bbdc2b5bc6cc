import {
  type Icon,
  IconCashRegister,
  IconChartBar,
  IconChefHat,
  IconClipboardList,
  IconFileInvoice,
  IconHome,
  IconSettings,
} from '@tabler/icons-react';
import type { Access } from '#contract/endpoint.ts';
import { type Member, may } from '#contract/permissions.ts';

export type Section = 'Offerings' | 'Back Office';

export interface Destination {
  title: string;
  path: string;
  icon: Icon;
  access: Access;
  section: Section;
}

/** Who may open which screen (part-1 §6, part-2 §2). The routes and the side bar read the same lines. */
export const access = {
  home: ['DASHBOARD'],
  pos: ['POS'],
  orders: ['POS', 'ORDERS', 'ORDER_STATUS', 'ORDER_STATUS_DISPLAY'],
  kitchen: ['KITCHEN', 'KITCHEN_DISPLAY'],
  invoices: ['INVOICES'],
  reports: ['REPORTS'],
  settings: ['SETTINGS'],
} as const satisfies Record<string, Access>;

const destinations: readonly Destination[] = [
  { title: 'Dashboard', path: '/dashboard/home', icon: IconHome, access: access.home, section: 'Offerings' },
  { title: 'POS', path: '/dashboard/pos', icon: IconCashRegister, access: access.pos, section: 'Offerings' },
  { title: 'Orders', path: '/dashboard/orders', icon: IconClipboardList, access: access.orders, section: 'Offerings' },
  { title: 'Kitchen', path: '/dashboard/kitchen', icon: IconChefHat, access: access.kitchen, section: 'Offerings' },
  { title: 'Invoices', path: '/dashboard/invoices', icon: IconFileInvoice, access: access.invoices, section: 'Back Office' },
  { title: 'Reports', path: '/dashboard/reports', icon: IconChartBar, access: access.reports, section: 'Back Office' },
  { title: 'Settings', path: '/dashboard/settings', icon: IconSettings, access: access.settings, section: 'Back Office' },
];

export const destinationsOf = (member: Member | undefined): Destination[] => destinations.filter(({ access }) => may(member, access));

/** Where a person arrives after signing in (part-1 §2). */
export const landingOf = (member: Member): string => (may(member, access.home) ? '/dashboard/home' : '/dashboard/profile');
