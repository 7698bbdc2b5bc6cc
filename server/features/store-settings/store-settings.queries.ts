import { sql } from 'kysely';
import { findCurrency } from '#contract/currencies.ts';
import { toDecimal } from '#contract/pricing.ts';
import type { Db } from '#server/platform/database/database.ts';

interface NewStore {
  storeName: string;
  currency: string;
  timezone: string;
  uniqueQRCode: string;
}

export const insertStoreSettings = (db: Db, store: NewStore) =>
  db
    .insertInto('store_settings')
    .values({
      store_name: store.storeName,
      currency: store.currency,
      timezone: store.timezone,
      unique_qr_code: store.uniqueQRCode,
      cart_stays_with_till: true,
    })
    .execute();

const settings = (db: Db) =>
  db
    .selectFrom('store_settings')
    .select([
      'store_name as storeName',
      'address',
      'phone',
      'email',
      'legal_name as legalName',
      'tax_number as taxNumber',
      'tax_number_label as taxNumberLabel',
      'currency',
      'image',
      'is_qr_menu_enabled as isQRMenuEnabled',
      'is_qr_order_enabled as isQROrderEnabled',
      'is_qr_order_to_kitchen as isQROrderToKitchen',
      'unique_qr_code as uniqueQRCode',
      'timezone',
      'kitchen_warn_minutes as kitchenWarnMinutes',
      'kitchen_late_minutes as kitchenLateMinutes',
      'complete_paid_after as completePaidAfter',
      'cooks_here as cooksHere',
      'cash_rounding as cashRounding',
      'new_device_letter as newDeviceLetter',
      'lock_after_minutes as lockAfterMinutes',
      'void_needs_reason as voidNeedsReason',
      'lock_after_send as lockAfterSend',
      'cart_stays_with_till as cartStaysWithTill',
    ])
    .select(sql<string>`to_char(day_start, 'HH24:MI')`.as('dayStart'));

type Row = Awaited<ReturnType<ReturnType<typeof settings>['executeTakeFirstOrThrow']>>;

/** With sums as the wire writes them. */
const toSettings = (row: Row): Row => ({ ...row, cashRounding: toDecimal(BigInt(row.cashRounding), findCurrency(row.currency)!.decimals) });

export const getStoreSettings = async (db: Db) => toSettings(await settings(db).executeTakeFirstOrThrow());

/** The same, locked until the commit. */
export const getStoreSettingsToChange = async (db: Db) => toSettings(await settings(db).forNoKeyUpdate().executeTakeFirstOrThrow());

type StoreValues = Awaited<ReturnType<typeof getStoreSettings>>;

/** Writes all of them but the QR code, which nobody may choose. The step of cash is given in minor units. */
export const updateStoreSettings = (db: Db, store: StoreValues, cashRounding: bigint) =>
  db
    .updateTable('store_settings')
    .set({
      store_name: store.storeName,
      address: store.address,
      phone: store.phone,
      email: store.email,
      legal_name: store.legalName,
      tax_number: store.taxNumber,
      tax_number_label: store.taxNumberLabel,
      currency: store.currency,
      image: store.image,
      is_qr_menu_enabled: store.isQRMenuEnabled,
      is_qr_order_enabled: store.isQROrderEnabled,
      is_qr_order_to_kitchen: store.isQROrderToKitchen,
      timezone: store.timezone,
      day_start: store.dayStart,
      kitchen_warn_minutes: store.kitchenWarnMinutes,
      kitchen_late_minutes: store.kitchenLateMinutes,
      complete_paid_after: store.completePaidAfter,
      cooks_here: store.cooksHere,
      cash_rounding: Number(cashRounding),
      new_device_letter: store.newDeviceLetter,
      lock_after_minutes: store.lockAfterMinutes,
      void_needs_reason: store.voidNeedsReason,
      lock_after_send: store.lockAfterSend,
      cart_stays_with_till: store.cartStaysWithTill,
    })
    .execute();

export const updateStoreImage = (db: Db, image: string | null) => db.updateTable('store_settings').set({ image }).execute();

export const updateQrCode = (db: Db, uniqueQRCode: string) =>
  db.updateTable('store_settings').set({ unique_qr_code: uniqueQRCode }).execute();

/** Until when ordering by QR code is paused, if it is. */
export const findQrPause = async (db: Db, now: Date): Promise<Date | undefined> => {
  const { until } = await db.selectFrom('store_settings').select('qr_paused_until as until').executeTakeFirstOrThrow();
  return until && until > now ? until : undefined;
};

export const updateQrPause = (db: Db, until: Date | null) => db.updateTable('store_settings').set({ qr_paused_until: until }).execute();

/** Whether some bill is still to be paid: its prices are in the present currency. */
export const hasOpenChecks = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('checks').select('id').where('closed_at', 'is', null).limit(1).executeTakeFirst()) !== undefined;

/** Whether there is a reason to choose for what is cancelled. */
export const hasVoidReasons = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('reasons').select('id').where('kind', '=', 'void').where('archived_at', 'is', null).limit(1).executeTakeFirst()) !==
  undefined;

/** Whether some drawer is still to be counted: its money is in the present currency. */
export const hasOpenDrawers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('drawers').select('id').where('closed_at', 'is', null).limit(1).executeTakeFirst()) !== undefined;

/** What was counted until now stays in this currency, whatever the store's will be. */
export const keepDrawersCurrency = (db: Db, currency: string) => sql`select keep_drawers_currency(${currency})`.execute(db);

/**
 * Whether a restaurant that closes its days has sold, corrected, cancelled or counted something that is in no closing: a closing is of one currency, so after a
 * change it would be in none. False where no day was ever closed. `currency`: that of before the change.
 */
export const hasUnclosedSums = async (db: Db, currency: string): Promise<boolean> => {
  const { rows } = await sql<{ is_unclosed: boolean }>`
    select exists (select from invoices i where i.id > c.last_invoice)
      -- a correction gives no invoice its number, nor does what is cancelled
      or exists (select from payments p where p.id > c.last_payment)
      or exists (select from voids v where case when c.last_void is null then v.created_at > c.closed_at else v.id > c.last_void end)
      or exists (select from drawers d where d.closed_at is not null and d.closing_no is null and coalesce(d.currency, ${currency}) = ${currency})
      or exists (select from invoice_days d where d.business_date >= s.closes_from and d.invoices > 0
        and not exists (select from closings k where k.business_date = d.business_date)) as is_unclosed
    from store_settings s, (select last_invoice, last_payment, last_void, closed_at from closings order by closing_no desc limit 1) c`.execute(
    db,
  );
  return rows[0]?.is_unclosed ?? false;
};
