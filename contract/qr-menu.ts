import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { claimedSum, done, id, INVALID, looseId, oneOrZero, optionalId, text } from './fields.ts';
import { calmed } from './guest-text.ts';
import { menuItem } from './menu-items.ts';
import { cartNotes, storeCharge } from './pos.ts';

/** A QR code or a public table id has 21 characters (wire.md §1). Another text is an unknown one, not a bad request. */
const publicId = z.string(INVALID);
const qrcode = z.object({ qrcode: publicId });

/** What a stranger may know of the restaurant (part-2 §3). */
export const publicStore = z.object({
  store_name: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  currency: z.string(),
  /** ISO 3166: where a phone number without a country code is at home; null when nothing tells. */
  country: z.string().nullable(),
  is_qr_menu_enabled: oneOrZero,
  /** 0 also while ordering is paused. */
  is_qr_order_enabled: oneOrZero,
  /** 1: it goes on by itself. */
  is_qr_order_paused: oneOrZero.optional(),
});
export type PublicStore = z.output<typeof publicStore>;

/** Its id is the public table id, never the one of the database (cases.md N7). */
export const publicTable = z.object({
  id: z.string(),
  table_title: z.string(),
  floor: z.string(),
  seating_capacity: z.number(),
});

export const qrMenu = z.object({
  storeSettings: publicStore,
  categories: z.array(z.object({ id, title: z.string() })),
  menuItems: z.array(menuItem.omit({ stationId: true })),
  storeTable: publicTable.nullable(),
  /** What a bill of here is charged beside its lines (wire-2.md §3); none: left out. */
  charges: z.array(storeCharge.omit({ deliveryTypes: true })).optional(),
});
export type QrMenu = z.output<typeof qrMenu>;

/** What a diner's page is made from: on the server first, and in the browser again when it comes to life. */
export interface DinerPage {
  /** `away`: the server cannot say just now. That page never comes to life. */
  view: 'menu' | 'cart' | 'success' | 'failed' | 'away';
  /** Null on the pages after an order, whose addresses name no restaurant. */
  qrcode: string | null;
  tableId: string | null;
  /** Null where there is no restaurant behind the code, and on the pages after an order. */
  menu: QrMenu | null;
}

export const getQrMenu = endpoint({
  method: 'GET',
  path: '/qrmenu/:qrcode',
  summary: 'The menu behind a QR code, for anyone',
  access: 'public',
  params: qrcode,
  query: z.object({ tableId: publicId.nullish() }),
  reply: qrMenu,
});

export const NAME_REQUIRED = 'Name is Required.';
export const WRONG_PHONE = 'Enter a valid phone number.';
/** Of one line of a diner's order (wire.md §1). */
const QUANTITY_MAX = 99;
const PLEASE_QUANTITY = 'Please provide a quantity of 1 to 99!';
/** Of all lines together, in code points: a kitchen prints them, and whoever orders here is nobody whom it knows. */
const NOTES_TOGETHER = 2000;
const ADDONS_TOGETHER = 300;

export const placeQrOrder = endpoint({
  method: 'POST',
  path: '/qrmenu/:qrcode/place-order',
  summary: 'Order from the table',
  access: 'public',
  idempotent: true,
  params: qrcode,
  body: z
    .object({
      /** Not read: whoever sits at a table dines in, whoever does not takes away. What is deep is not even kept for the key's hash. */
      deliveryType: z
        .unknown()
        .optional()
        .transform((given) => (typeof given === 'object' ? null : given)),
      cartItems: z
        .array(
          z.object({
            id: looseId,
            quantity: z.int(PLEASE_QUANTITY).min(1, PLEASE_QUANTITY).max(QUANTITY_MAX, PLEASE_QUANTITY),
            variant_id: optionalId,
            addons_ids: z.array(looseId).max(50, INVALID).nullish(),
            notes: cartNotes.transform((notes) => notes && (calmed(notes) || null)),
            price: claimedSum,
          }),
          'Cart is empty!',
        )
        .min(1, 'Cart is empty!')
        .max(50, 'An order holds at most 50 lines!'),
      customerType: z.enum(['WALKIN', 'CUSTOMER'], INVALID),
      customer: z.object({ name: text(120).transform(calmed).nullish(), phone: text(40).nullish() }).nullish(),
      tableId: publicId.nullish(),
    })
    .superRefine(({ cartItems, customerType, customer }, { addIssue }) => {
      const refuse = (message: string) => addIssue({ code: 'custom', path: ['cartItems'], message });
      if (cartItems.reduce((sum, { notes }) => sum + [...(notes ?? '')].length, 0) > NOTES_TOGETHER)
        refuse(`The notes of an order have at most ${NOTES_TOGETHER} characters together!`);
      if (cartItems.reduce((sum, { addons_ids: addons }) => sum + (addons?.length ?? 0), 0) > ADDONS_TOGETHER)
        refuse(`An order holds at most ${ADDONS_TOGETHER} addons!`);
      if (customerType === 'WALKIN') return;
      if (!customer?.name) addIssue({ code: 'custom', path: ['customer', 'name'], message: NAME_REQUIRED });
      if (!customer?.phone) addIssue({ code: 'custom', path: ['customer', 'phone'], message: WRONG_PHONE });
    }),
  reply: done.extend({ orderId: id }),
});
