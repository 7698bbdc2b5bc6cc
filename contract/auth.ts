import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, requiredText } from './fields.ts';
import { rights } from './permissions.ts';

export const username = requiredText(254, 'Please provide username!');

/** What a member holds beside the scopes (wire-2.md §1); `discountLimit` in percent, null is none. */
export const heldRights = { rights: z.array(z.enum(rights)), discountLimit: z.number().nullable() };

/** How a till passes from hand to hand. */
export const tillSettings = {
  /** It locks itself after so many minutes without a touch; null: never. */
  lockAfterMinutes: z.number().nullable(),
  /** It locks itself after each order that is sent. */
  lockAfterSend: z.boolean(),
  /** Cart and drafts are the till's, whoever works at it; else each person's. */
  cartStaysWithTill: z.boolean(),
};

export const sessionUser = z.object({
  username: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'user', 'superadmin']),
  photo: z.string().nullable(),
  designation: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  scope: z.string(),
  /** Only members have them, no super administrator. */
  rights: heldRights.rights.optional(),
  discountLimit: heldRights.discountLimit.optional(),
  tenant_id: z.number(),
  is_active: z.boolean(),
  /** In the profile: false until a link mailed to the address was followed. Absent where it does not matter. */
  confirmed: z.boolean().optional(),
  /** In the profile: the restaurant's name, as receipts show it. */
  store_name: z.string().optional(),
  /** In the profile: the restaurant's time zone, an IANA name. */
  timezone: z.string().optional(),
  /** In the profile: when the restaurant's day begins, HH:MM. */
  day_start: z.string().optional(),
  /** In the profile. */
  till: z.object(tillSettings).optional(),
});
export type SessionUser = z.output<typeof sessionUser>;

export const signIn = endpoint({
  method: 'POST',
  path: '/auth/signin',
  summary: 'Sign in on this device',
  access: 'public',
  body: z.object({
    username,
    password: z.string('Please provide password!').min(1, 'Please provide password!').max(1000, 'Please provide password!'),
  }),
  reply: done.extend({ user: sessionUser }),
});

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/signout',
  summary: 'End the session of this device; works with an expired access cookie',
  access: 'public',
  reply: done,
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/auth/refresh-token',
  summary: 'Renew the session of this device',
  access: 'public',
  reply: done,
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/auth/profile',
  summary: 'The signed-in user as sign-in answers it, as it stands now',
  access: 'signed-in',
  whileInactive: true,
  reply: sessionUser,
});
