import type { Reply } from '#contract/endpoint.ts';
import type { PrintSettings, StoreSettings } from '#contract/shown-settings.ts';
import type { getStoreSetting } from '#contract/store-settings.ts';

/** How a new restaurant prints, for the tests of the screens that do. */
export const printSettings: PrintSettings = {
  page_format: '80',
  header: null,
  footer: null,
  show_notes: 1,
  is_enable_print: 0,
  show_store_details: 1,
  show_customer_details: 1,
  print_token: 1,
};

/** A restaurant whose days end at midnight, without a QR menu. */
export const storeSettings: StoreSettings = {
  store_name: 'Trattoria',
  address: null,
  legal_name: null,
  tax_number: null,
  tax_number_label: null,
  phone: null,
  email: null,
  currency: 'EUR',
  image: null,
  is_qr_menu_enabled: 0,
  is_qr_order_enabled: 0,
  unique_qr_code: 'x',
  timezone: 'UTC',
  day_start: '00:00',
};

/** The store as the settings screen reads it, with what a new restaurant has. */
export const storeSetting: Reply<typeof getStoreSetting> = {
  storeName: 'Chez Ada',
  address: null,
  phone: null,
  email: null,
  legalName: null,
  taxNumber: null,
  taxNumberLabel: null,
  cashRounding: 0,
  currency: 'EUR',
  image: null,
  isQRMenuEnabled: false,
  isQROrderEnabled: false,
  isQROrderToKitchen: false,
  uniqueQRCode: 'menu-code',
  timezone: 'UTC',
  dayStart: '00:00',
  kitchenWarnMinutes: 10,
  kitchenLateMinutes: 20,
  completePaidAfter: 15,
  cooksHere: true,
  lockAfterMinutes: null,
  voidNeedsReason: false,
  lockAfterSend: false,
  cartStaysWithTill: true,
  newDeviceLetter: true,
};

/** What cash and cards can do, as a new restaurant has them. */
export const traits = {
  cash: { kind: 'cash', gives_change: true, takes_tip: false, needs_reference: false },
  card: { kind: 'card', gives_change: false, takes_tip: true, needs_reference: false },
} as const;

/** An open one. */
export const drawer = {
  drawer_id: 8,
  title: 'Bar',
  opened_at: '2026-11-23T09:00:00Z',
  member_name: 'Ada',
  float: 100,
  movements: [],
  closed_at: null,
  expected: null,
  counted: null,
  difference: null,
};
