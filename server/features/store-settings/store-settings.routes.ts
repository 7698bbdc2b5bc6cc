import { findCurrency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { getStoreSetting, LATE_AFTER_WARN, resetQrCode, saveStoreSetting } from '#contract/store-settings.ts';
import { updatePrices } from '#server/features/menu-items/menu-items.queries.ts';
import { rescaling } from '#server/features/menu-items/prices.rules.ts';
import { insertAudit } from '#server/platform/audit.queries.ts';
import { isTimezone } from '#server/platform/business-day.ts';
import { handle } from '#server/platform/routes.ts';
import { publicId } from '#server/platform/seams.ts';
import { getStoreSettings, getStoreSettingsToChange, hasOpenChecks, updateQrCode, updateStoreSettings } from './store-settings.queries.ts';

const refusal = (field: string, message: string) => new AppError('invalid_input', message, { errors: [{ path: [field], message }] });

/** An optional field of a write: left out it keeps its value, and null clears it. */
const changed = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given);

export const storeSettingsRoutes = [
  handle(getStoreSetting, (_, { db }) => getStoreSettings(db)),

  handle(saveStoreSetting, async ({ body }, context) => {
    const { db } = context;
    if (body.storeName === null) throw refusal('storeName', 'Please provide store name!');
    if (body.timezone !== undefined && !isTimezone(body.timezone)) throw refusal('timezone', 'Please select a time zone!');
    const before = await getStoreSettingsToChange(db);
    const after = {
      storeName: body.storeName ?? before.storeName,
      address: changed(body.address, before.address),
      phone: changed(body.phone, before.phone),
      email: changed(body.email, before.email),
      currency: body.currency ?? before.currency,
      image: changed(body.image, before.image),
      isQRMenuEnabled: body.isQRMenuEnabled ?? before.isQRMenuEnabled,
      isQROrderEnabled: body.isQROrderEnabled ?? before.isQROrderEnabled,
      isQROrderToKitchen: body.isQROrderToKitchen ?? before.isQROrderToKitchen,
      uniqueQRCode: before.uniqueQRCode,
      timezone: body.timezone ?? before.timezone,
      dayStart: body.dayStart ?? before.dayStart,
      kitchenWarnMinutes: body.kitchenWarnMinutes ?? before.kitchenWarnMinutes,
      kitchenLateMinutes: body.kitchenLateMinutes ?? before.kitchenLateMinutes,
    };
    if (after.kitchenLateMinutes <= after.kitchenWarnMinutes)
      throw refusal(body.kitchenLateMinutes === undefined ? 'kitchenWarnMinutes' : 'kitchenLateMinutes', LATE_AFTER_WARN);
    const currency = findCurrency(after.currency);
    if (!currency) throw refusal('currency', 'Please select a currency!');
    await updateStoreSettings(db, after);
    if (after.currency !== before.currency) {
      // Only now: the update holds the tenant's counters, and an order that is placed meanwhile finds them changed and is priced anew.
      if (await hasOpenChecks(db)) throw new AppError('conflict', 'Please close all open orders before you change the currency!');
      await updatePrices(db, rescaling(findCurrency(before.currency)!, currency));
    }
    await insertAudit(context, { action: 'update', entity: 'store_settings', before, after });
    return { message: 'Store settings saved.' };
  }),

  handle(resetQrCode, async (_, context) => {
    const { db, random } = context;
    const { uniqueQRCode: before } = await getStoreSettingsToChange(db);
    const uniqueQRCode = publicId(random);
    await updateQrCode(db, uniqueQRCode);
    await insertAudit(context, { action: 'reset', entity: 'store_settings', before: { uniqueQRCode: before }, after: { uniqueQRCode } });
    return { message: 'The store has a new QR code.', uniqueQRCode };
  }),
];
