import { sql } from 'kysely';
import { findCurrency } from '#contract/currencies.ts';
import type { PrintSettings, StoreSettings } from '#contract/shown-settings.ts';
import { toDecimal } from '#contract/pricing.ts';
import type { Db } from '#server/platform/database/database.ts';

const oneOrZero = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** The store in snake_case, as tills and receipts read it, with what only the server needs. */
export const findStoreSettings = async (
  db: Db,
): Promise<StoreSettings & { is_qr_order_to_kitchen: boolean; cash_rounding: number; qr_paused_until: Date | null }> => {
  const row = await db
    .selectFrom('store_settings')
    .select([
      'store_name',
      'address',
      'phone',
      'email',
      'legal_name',
      'tax_number',
      'tax_number_label',
      'currency',
      'image',
      'is_qr_menu_enabled',
      'is_qr_order_enabled',
      'is_qr_order_to_kitchen',
      'qr_paused_until',
      'cash_rounding',
      'cooks_here',
      'kitchen_warn_minutes',
      'kitchen_late_minutes',
      'unique_qr_code',
      'timezone',
    ])
    .select(sql<string>`to_char(day_start, 'HH24:MI')`.as('day_start'))
    .executeTakeFirstOrThrow();
  return {
    ...row,
    cash_rounding: toDecimal(BigInt(row.cash_rounding), findCurrency(row.currency)!.decimals),
    is_qr_menu_enabled: oneOrZero(row.is_qr_menu_enabled),
    is_qr_order_enabled: oneOrZero(row.is_qr_order_enabled),
  };
};

export const findPrintSettings = async (db: Db): Promise<PrintSettings> => {
  const row = await db
    .selectFrom('print_settings')
    .select([
      'page_format',
      'header',
      'footer',
      'show_notes',
      'is_enable_print',
      'show_store_details',
      'show_customer_details',
      'print_token',
    ])
    .executeTakeFirstOrThrow();
  return {
    page_format: row.page_format,
    header: row.header,
    footer: row.footer,
    show_notes: oneOrZero(row.show_notes),
    is_enable_print: oneOrZero(row.is_enable_print),
    show_store_details: oneOrZero(row.show_store_details),
    show_customer_details: oneOrZero(row.show_customer_details),
    print_token: oneOrZero(row.print_token),
  };
};
