import * as z from 'zod';
import { oneOrZero } from './fields.ts';

// What tills and papers say of a store; on its own, so that a screen that sells nothing loads no carts.

export const printSettings = z.object({
  page_format: z.enum(['80', '57']),
  header: z.string().nullable(),
  footer: z.string().nullable(),
  show_notes: oneOrZero,
  is_enable_print: oneOrZero,
  show_store_details: oneOrZero,
  show_customer_details: oneOrZero,
  print_token: oneOrZero,
});
export type PrintSettings = z.output<typeof printSettings>;

export const storeSettings = z.object({
  store_name: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Printed on receipts when set (wire-2.md §2). */
  legal_name: z.string().nullable(),
  tax_number: z.string().nullable(),
  tax_number_label: z.string().nullable(),
  currency: z.string(),
  /** The smallest sum that is paid in cash; 0 or absent: cash is not rounded (wire-2.md §3). */
  cash_rounding: z.number().optional(),
  /** False: what is sent counts as made. A release before did not say it. */
  cooks_here: z.boolean().optional(),
  /** After so many minutes an order is late, and overdue. A release before did not say it. */
  kitchen_warn_minutes: z.number().optional(),
  kitchen_late_minutes: z.number().optional(),
  image: z.string().nullable(),
  is_qr_menu_enabled: oneOrZero,
  is_qr_order_enabled: oneOrZero,
  unique_qr_code: z.string(),
  timezone: z.string(),
  /** When the business day begins: 'HH:MM'. */
  day_start: z.string(),
});
export type StoreSettings = z.output<typeof storeSettings>;
