import * as z from 'zod';
import { latinDigits } from './digits.ts';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { day, done, instant, INVALID, isPhone, optionalText, paging, requiredText, text, wordOr, WRONG_PHONE } from './fields.ts';

export const CUSTOMER_NOTES_MAX = 500;
export const genders = ['female', 'male', 'other'] as const;

const NO_PHONE = "Please Provide Customer's Phone!";
const WRONG_EMAIL = 'Please Provide Valid Email!';
/** Of a birth date after the store's today, which no schema knows. */
export const BORN_LATER = 'Birth date cannot be in the future!';
/** A phone in the digits of part-1 §5, whatever script it was typed in, without the marks of direction that a copied one has around it. */
export const plainPhone = (text: string): string =>
  latinDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .trim();

/** A customer's phone as it is stored. */
// '.' and '..' lead elsewhere in an address, where a phone names a customer
export const customerPhone = z
  .string(NO_PHONE)
  .overwrite(plainPhone)
  .min(1, NO_PHONE)
  .max(20, { error: WRONG_PHONE, abort: true })
  .refine((value) => isPhone(value) && !/^\.{1,2}$/.test(value), WRONG_PHONE);

/** A phone in a path, where it names a customer. */
const pathPhone = z.object({ id: text(20) });

const emptyIsNull = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value);
const details = {
  name: requiredText(120, "Please Provide Customer's Name!"),
  email: z.preprocess(emptyIsNull, z.email(WRONG_EMAIL).max(254, WRONG_EMAIL).nullish()),
  birthDate: z.preprocess(emptyIsNull, day.nullish()),
  gender: z.preprocess(emptyIsNull, z.enum(genders, INVALID).nullish()),
  notes: optionalText(CUSTOMER_NOTES_MAX),
};

export const customer = z.object({
  phone: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  birth_date: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  /** what the house should know of the guest, such as an allergy; left out by older servers */
  notes: z.string().nullish(),
  created_at: instant,
  updated_at: instant.nullable(),
});
export type Customer = z.output<typeof customer>;

export const readCustomers = ['CUSTOMERS', 'VIEW_CUSTOMERS', 'MANAGE_CUSTOMERS'] as const;
export const writeCustomers = ['CUSTOMERS', 'MANAGE_CUSTOMERS'] as const;

export const listCustomers = endpoint({
  method: 'GET',
  path: '/customers',
  summary: 'Customers page by page, newest first or by name',
  access: readCustomers,
  query: z.object({ ...paging, sort: wordOr(['created_at', 'name'], 'created_at'), filter: text(100).optional() }),
  reply: z.object({
    customers: z.array(customer),
    currentPage: z.number(),
    perPage: z.number(),
    totalPages: z.number(),
    totalCustomers: z.number(),
    /** of the store, for the days on which they were added */
    timezone: z.string(),
  }),
});

export const searchCustomers = endpoint({
  method: 'GET',
  path: '/customers/search-by-phone-name/search',
  summary: 'Ten customers whose phone or name fits',
  access: ['POS', 'CUSTOMERS', 'VIEW_CUSTOMERS', 'MANAGE_CUSTOMERS', 'RESERVATIONS', 'VIEW_RESERVATIONS', 'MANAGE_RESERVATIONS'],
  query: z.object({ q: text(100).optional() }),
  reply: z.array(z.object({ name: z.string(), phone: z.string() })),
});

export const getDeliveryAddress = endpoint({
  method: 'GET',
  path: '/customers/:id/delivery-address',
  summary: 'Where the last delivery to a customer went',
  access: ['POS', ...readCustomers],
  params: pathPhone,
  reply: z.object({ deliveryAddress: z.string().nullable() }),
});

export const addCustomer = endpoint({
  method: 'POST',
  path: '/customers/add',
  summary: 'Add a customer',
  access: ['POS', 'CUSTOMERS', 'MANAGE_CUSTOMERS', 'RESERVATIONS', 'MANAGE_RESERVATIONS'],
  body: z.object({ phone: customerPhone, ...details }),
  reply: done,
});

export const updateCustomer = endpoint({
  method: 'POST',
  path: '/customers/:id/update',
  summary: 'Change a customer; the phone stays',
  access: writeCustomers,
  params: pathPhone,
  body: edited(z.object(details)),
  reply: done,
});

export const deleteCustomer = endpoint({
  method: 'DELETE',
  path: '/customers/:id/delete',
  summary: 'Delete a customer, or erase the personal fields of one with history',
  access: writeCustomers,
  params: pathPhone,
  reply: done,
});
