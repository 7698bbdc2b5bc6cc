import * as z from 'zod';
import { edited } from './edits.ts';
import { tillSettings } from './auth.ts';
import { endpoint } from './endpoint.ts';
import {
  done,
  instant,
  INVALID,
  isPrintedPhone,
  optionalFlag,
  optionalPrice,
  optionalText,
  text,
  WRONG_EMAIL,
  WRONG_PHONE,
} from './fields.ts';

// Which picture of ours may stand here, the server says: the one that was uploaded for this store.
const image = optionalText(2048).refine(
  (value) => value == null || /^(https:\/\/|\/media\/)/.test(value),
  'Please provide an https address for the image!',
);

const DAY_START = 'The day starts at a time such as 04:00!';
const MINUTES = 'Please provide 1 to 240 minutes!';
const minutes = z.int(MINUTES).min(1, MINUTES).max(240, MINUTES);
const LEAVES = 'Please provide 0 to 1440 minutes, or nothing!';
/** Also said of a stored value that the other one would pass. */
export const LATE_AFTER_WARN = '"Overdue" must be later than "late"!';

export const getStoreSetting = endpoint({
  method: 'GET',
  path: '/settings/store-setting',
  summary: 'Name, address, currency, time zone and QR switches of the store',
  access: ['SETTINGS'],
  reply: z.object({
    storeName: z.string(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    /** Printed on receipts when set; the label is what the country calls the number: 'GSTIN', 'VAT'. */
    legalName: z.string().nullable(),
    taxNumber: z.string().nullable(),
    taxNumberLabel: z.string().nullable(),
    currency: z.string(),
    image: z.string().nullable(),
    isQRMenuEnabled: z.boolean(),
    isQROrderEnabled: z.boolean(),
    /** True: what diners order goes to the kitchen at once. False: staff accept it at a till. */
    isQROrderToKitchen: z.boolean(),
    uniqueQRCode: z.string(),
    timezone: z.string(),
    dayStart: z.string(),
    /** A ticket is late, and overdue, from so many minutes on. */
    kitchenWarnMinutes: z.number(),
    kitchenLateMinutes: z.number(),
    /** So many minutes after it was made an order that is paid leaves the board by itself; null: never. */
    completePaidAfter: z.number().nullable(),
    /** False: lines count as completed when they are sent, and no kitchen sees them. */
    cooksHere: z.boolean(),
    /** The smallest sum that is paid in cash, 0.05 for example; 0: cash is not rounded. */
    cashRounding: z.number(),
    /** The owner gets an e-mail when somebody signs in on a device that was not known. */
    newDeviceLetter: z.boolean(),
    /** Nothing that was sent is cancelled without a reason. */
    voidNeedsReason: z.boolean(),
    ...tillSettings,
  }),
});

export const saveStoreSetting = endpoint({
  method: 'POST',
  path: '/settings/store-setting',
  summary: 'Change the store; a field left out keeps its value',
  access: ['SETTINGS'],
  body: edited(
    z.object({
      storeName: optionalText(120),
      address: optionalText(500),
      phone: optionalText(40).refine((value) => value == null || isPrintedPhone(value), WRONG_PHONE),
      email: optionalText(254).refine((value) => value == null || z.email().safeParse(value).success, WRONG_EMAIL),
      legalName: optionalText(200),
      taxNumber: optionalText(40),
      taxNumberLabel: optionalText(40),
      currency: text(3, 'Please select a currency!').optional(),
      image,
      isQRMenuEnabled: optionalFlag,
      isQROrderEnabled: optionalFlag,
      isQROrderToKitchen: optionalFlag,
      timezone: text(64, 'Please select a time zone!').optional(),
      /** Null or empty: midnight. */
      dayStart: z
        .union([z.literal(''), z.null(), z.string(INVALID).regex(/^([01]\d|2[0-3]):[0-5]\d$/, DAY_START)], DAY_START)
        .optional()
        .transform((value) => (value === undefined ? undefined : value || '00:00')),
      kitchenWarnMinutes: minutes.optional(),
      kitchenLateMinutes: minutes.optional(),
      /** Null or empty: never. */
      completePaidAfter: z
        .union([z.literal(''), z.null(), z.int(LEAVES).min(0, LEAVES).max(1440, LEAVES)], LEAVES)
        .optional()
        .transform((value) => (value === '' ? null : value)),
      cooksHere: optionalFlag,
      /** Null or empty: cash is not rounded. */
      cashRounding: optionalPrice('Please provide a smallest sum such as 0.05!').transform((value) =>
        value == null ? (value === null ? 0 : undefined) : Number(value),
      ),
      /** The owner's own choice. */
      newDeviceLetter: optionalFlag,
      /** Null or empty: never. */
      lockAfterMinutes: z
        .union([z.literal(''), z.null(), minutes], MINUTES)
        .optional()
        .transform((value) => (value === '' ? null : value)),
      voidNeedsReason: optionalFlag,
      lockAfterSend: optionalFlag,
      cartStaysWithTill: optionalFlag,
    }),
  ).refine(({ kitchenWarnMinutes: warn, kitchenLateMinutes: late }) => warn === undefined || late === undefined || late > warn, {
    path: ['kitchenLateMinutes'],
    message: LATE_AFTER_WARN,
  }),
  reply: done,
});

export const getCurrencyPreview = endpoint({
  method: 'GET',
  path: '/settings/store-setting/preview-currency',
  summary: 'Some prices of the menu, as they are and as they would be in another currency; nothing is changed',
  access: ['SETTINGS'],
  query: z.object({ currency: text(3, 'Please select a currency!') }),
  reply: z.array(z.object({ title: z.string(), before: z.number(), after: z.number() })),
});

const PAUSE = 'Please provide 0 to 1440 minutes!';

export const pauseQrOrdering = endpoint({
  method: 'POST',
  path: '/settings/store-setting/pause-qr',
  summary: 'Take no orders by QR code for so many minutes; 0 ends the pause',
  access: ['POS', 'SETTINGS'],
  body: z.object({ minutes: z.int(PAUSE).min(0, PAUSE).max(1440, PAUSE) }),
  reply: done.extend({ pausedUntil: instant.nullable() }),
});

export const resetQrCode = endpoint({
  method: 'POST',
  path: '/settings/store-setting/reset-qr-code',
  summary: 'Give the store another QR code; every code that was printed stops working at once',
  access: ['SETTINGS'],
  reply: done.extend({ uniqueQRCode: z.string() }),
});

export const saveStorePhoto = endpoint({
  method: 'POST',
  path: '/settings/store-setting/upload-photo',
  summary: 'Give the store the photo in the multipart field image: JPEG, PNG, WebP, AVIF or GIF of at most 5 MB and 40 megapixels',
  access: ['SETTINGS'],
  reply: done.extend({ imageURL: z.string() }),
});

export const deleteStorePhoto = endpoint({
  method: 'POST',
  path: '/settings/store-setting/remove-photo',
  summary: 'Take the photo off the store',
  access: ['SETTINGS'],
  reply: done,
});
