import { type Currency, findCurrency } from '#contract/currencies.ts';
import { AppError, errorAt } from '#contract/errors.ts';
import { PHOTO_FIELD } from '#contract/menu-items.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import {
  deleteStorePhoto,
  getStoreSetting,
  LATE_AFTER_WARN,
  pauseQrOrdering,
  getCurrencyPreview,
  resetQrCode,
  saveStorePhoto,
  saveStoreSetting,
} from '#contract/store-settings.ts';
import { updateChargeSums } from '#server/features/charges/charges.queries.ts';
import { findPriceSamples, getMenuCurrency, updatePrices } from '#server/features/menu-items/menu-items.queries.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/endpoints/contexts.ts';
import { isTimezone } from '#server/platform/business-day.ts';
import { mergedOfRow } from '#server/platform/endpoints/edits.ts';
import { insertEvent } from '#server/platform/events/outbox.queries.ts';
import { replacePhoto } from '#server/platform/files/photos.ts';
import { handle, handleUpload } from '#server/platform/endpoints/routes.ts';
import { publicId } from '#server/platform/clock-and-random.ts';
import {
  findQrPause,
  getStoreSettings,
  getStoreSettingsToChange,
  hasOpenChecks,
  hasOpenDrawers,
  hasUnclosedSums,
  keepDrawersCurrency,
  hasVoidReasons,
  updateQrPause,
  updateQrCode,
  updateStoreImage,
  updateStoreSettings,
} from './store-settings.queries.ts';

const MINUTE = 60_000; // ms
const SAMPLES = 3; // prices that are shown before and after a change of currency

const refusal = (field: string, message: string) => errorAt('invalid_input', field, message);

/** The step of cash in minor units; a step that was chosen for another currency, whose minor unit is finer, ends with it. */
const stepOf = (step: number, { decimals }: Currency, isGiven: boolean): bigint => {
  const minor = toMinor(step, decimals);
  if (minor === undefined && isGiven) throw refusal('cashRounding', 'No coin of this currency is that small!');
  return minor ?? 0n;
};

/** What is sold is in the new currency from now on; throws while something is still to be paid, counted or closed in the old one. */
const changeCurrency = async (db: Db, before: Currency, after: Currency): Promise<void> => {
  if (await hasOpenChecks(db)) throw new AppError('conflict', 'Please close all open orders before you change the currency!');
  if (await hasOpenDrawers(db)) throw new AppError('conflict', 'Please count the open drawers before you change the currency!');
  if (await hasUnclosedSums(db, before.code)) throw new AppError('conflict', 'Please close the day before you change the currency!');
  await keepDrawersCurrency(db, before.code);
  await updatePrices(db, before, after);
  await updateChargeSums(db, before, after);
};

type StoredSettings = Awaited<ReturnType<typeof getStoreSettingsToChange>>;
interface SettingsChange {
  given: { kitchenLateMinutes?: number | undefined };
  before: StoredSettings;
  after: StoredSettings;
}

/** Refuses what the settings cannot be, or whoever saves them may not change; answers their currency. */
const assertMayBecome = async ({ db, session }: Context, { given, before, after }: SettingsChange): Promise<Currency> => {
  // a picture of ours comes by its upload alone: this could be that of an item, or of another restaurant
  if (after.image?.startsWith('/media/') && after.image !== before.image) throw refusal('image', 'Please upload the image!');
  // whoever looks after the settings must not switch off what tells the owner of them
  if (after.newDeviceLetter !== before.newDeviceLetter && session.role !== 'admin')
    throw new AppError('not_allowed', 'Only the owner decides about e-mails to the owner!');
  if (after.kitchenLateMinutes <= after.kitchenWarnMinutes)
    throw refusal(given.kitchenLateMinutes === undefined ? 'kitchenWarnMinutes' : 'kitchenLateMinutes', LATE_AFTER_WARN);
  const currency = findCurrency(after.currency);
  if (!currency) throw refusal('currency', 'Please select a currency!');
  if (after.voidNeedsReason && !before.voidNeedsReason && !(await hasVoidReasons(db)))
    throw new AppError('conflict', 'Please add a reason for cancelling first!');
  return currency;
};

export const storeSettingsRoutes = [
  handle(getStoreSetting, (_, { db }) => getStoreSettings(db)),

  handle(saveStoreSetting, async ({ body: given }, context) => {
    const { db, now, session, photos, afterCommit } = context;
    if (given.storeName === null) throw refusal('storeName', 'Please provide store name!');
    if (given.timezone !== undefined && !isTimezone(given.timezone)) throw refusal('timezone', 'Please select a time zone!');
    const before = await getStoreSettingsToChange(db);
    type Values = Omit<typeof before, 'storeName'> & { storeName: string | null };
    const body = await mergedOfRow<Values>(context, { given, present: before }, 'store_settings');
    const after = { ...body, storeName: body.storeName ?? before.storeName, uniqueQRCode: before.uniqueQRCode };
    const currency = await assertMayBecome(context, { given, before, after });
    const step = stepOf(after.cashRounding, currency, given.cashRounding !== undefined);
    await updateStoreSettings(db, after, step);
    // Only now: the update holds the tenant's counters, and an order that is placed meanwhile finds them changed and is priced again.
    if (after.currency !== before.currency) await changeCurrency(db, findCurrency(before.currency)!, currency);
    if (before.image && after.image !== before.image) afterCommit(() => photos.remove(session.tenantId, before.image!));
    await insertAudit(context, { action: 'update', entity: 'store_settings', before, after });
    if (after.currency !== before.currency) await insertEvent(db, now, 'menu_update', {});
    return { message: 'Store settings saved.' };
  }),

  handle(getCurrencyPreview, async ({ query }, { db }) => {
    const [from, to] = [await getMenuCurrency(db), findCurrency(query.currency)];
    if (!to) throw refusal('currency', 'Please select a currency!');
    const samples = await findPriceSamples(db, from, to, SAMPLES);
    return samples.map(({ title, before, after }) => ({
      title,
      before: toDecimal(BigInt(before), from.decimals),
      after: toDecimal(BigInt(after), to.decimals),
    }));
  }),

  handleUpload(saveStorePhoto, PHOTO_FIELD, async (_, context) => {
    const { asTenant, session, now } = context;
    const imageURL = await replacePhoto(context, (address) =>
      asTenant(session.tenantId, async (db) => {
        const { image } = await getStoreSettingsToChange(db);
        await updateStoreImage(db, address);
        await insertAudit(
          { db, session, now },
          { action: 'photo', entity: 'store_settings', before: { image }, after: { image: address } },
        );
        return image;
      }),
    );
    return { message: 'Photo saved.', imageURL };
  }),

  handle(deleteStorePhoto, async (_, context) => {
    const { db, session, photos, afterCommit } = context;
    const { image } = await getStoreSettingsToChange(db);
    if (image) {
      await updateStoreImage(db, null);
      await insertAudit(context, { action: 'photo', entity: 'store_settings', before: { image }, after: { image: null } });
      afterCommit(() => photos.remove(session.tenantId, image));
    }
    return { message: 'Photo deleted.' };
  }),

  handle(pauseQrOrdering, async ({ body: { minutes } }, context) => {
    const { db, now } = context;
    // of two at once the later one stays
    await getStoreSettingsToChange(db);
    const before = (await findQrPause(db, now)) ?? null;
    const until = minutes === 0 ? null : new Date(now.getTime() + minutes * MINUTE);
    await updateQrPause(db, until);
    await insertAudit(context, {
      action: 'pause',
      entity: 'store_settings',
      before: { qrPausedUntil: before },
      after: { qrPausedUntil: until },
    });
    await insertEvent(db, now, 'qr_ordering', {});
    return {
      message: until ? 'Ordering by QR code is paused.' : 'Guests can order by QR code again.',
      pausedUntil: until?.toISOString() ?? null,
    };
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
