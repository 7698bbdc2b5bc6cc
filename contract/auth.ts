import * as z from 'zod';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { done, INVALID, memberPhone, optionalText, requiredText, text, title } from './fields.ts';
import { rights } from './permissions.ts';

const username = requiredText(254, 'Please provide username!');

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

export const PASSWORD_MIN = 8;
const NO_CURRENT = 'Please provide current password!';

/** The password of the demonstration's accounts. It stands in a public repository: nobody may choose it. */
export const DEMO_PASSWORD = 'comanda-demo';

/** A password that is being chosen; `sentence` answers its absence. */
export const newPassword = (sentence: string) =>
  z
    .string(sentence)
    .min(1, sentence)
    .min(PASSWORD_MIN, `The password needs at least ${PASSWORD_MIN} characters!`)
    .max(1000, 'The password is too long!')
    .refine((password) => password !== DEMO_PASSWORD, 'Everybody knows this password! Please choose another one.');

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

export const signUp = endpoint({
  method: 'POST',
  path: '/auth/signup',
  summary: 'Open an account for a new restaurant',
  access: 'public',
  body: z.object({
    biz_name: requiredText(120, 'Please provide business name!'),
    username: requiredText(254, 'Please provide email!').pipe(z.email('Please provide valid email!')),
    password: newPassword('Please provide password!'),
    /** the owner's own; absent: the business's stands for it */
    name: optionalText(120),
    /** IANA name; the server knows which exist */
    timezone: text(64).nullish(),
    /** ISO 4217 */
    currency: text(3).nullish(),
  }),
  reply: done,
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

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Send a link to set a new password; the answer does not tell whether the address is known',
  access: 'public',
  body: z.object({ username }),
  reply: done,
});

export const getPasswordLink = endpoint({
  method: 'GET',
  path: '/auth/reset-password/:token',
  summary: 'What a mailed link is for, while it is good; it is not used up',
  access: 'public',
  params: z.object({ token: requiredText(200, INVALID) }),
  reply: z.object({
    purpose: z.enum(['reset', 'invitation']),
    /** whose staff an invitation is for */
    restaurant: z.string().nullable(),
  }),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password/:token',
  summary: 'Set a new password with the token of a mailed link; ends all sessions of the account',
  access: 'public',
  params: z.object({ token: requiredText(200, INVALID) }),
  body: z.object({ password: newPassword('Please provide new password!') }),
  /** Of somebody who was invited: told to whoever has just chosen the password, so that it need not be typed to sign in. */
  reply: done.extend({ username: z.string().optional() }),
});

export const confirmAddress = endpoint({
  method: 'POST',
  path: '/auth/confirm-address/:token',
  summary: 'Confirm with the token of a mailed link that the address of the account is one’s own',
  access: 'public',
  params: z.object({ token: requiredText(200, INVALID) }),
  reply: done,
});

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/auth/send-confirmation',
  summary: 'Mail the link that confirms the own address once more; the former one ends',
  access: 'signed-in',
  whileInactive: true,
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

export const updateProfile = endpoint({
  method: 'POST',
  path: '/auth/profile',
  summary: 'Change the own name, phone and designation; what is left out keeps its value',
  access: 'signed-in',
  whileInactive: true,
  body: edited(z.object({ name: title('Please provide name!'), phone: memberPhone, designation: optionalText(120) })),
  reply: done,
});

export const saveOwnPhoto = endpoint({
  method: 'POST',
  path: '/auth/profile/upload-photo',
  summary: 'Give oneself the photo in the multipart field image, for the lock screen: as that of a menu item',
  access: 'signed-in',
  whileInactive: true,
  reply: done.extend({ imageURL: z.string() }),
});

export const deleteOwnPhoto = endpoint({
  method: 'POST',
  path: '/auth/profile/remove-photo',
  summary: 'Take the own photo off',
  access: 'signed-in',
  whileInactive: true,
  reply: done,
});

export const updateOwnPassword = endpoint({
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Set another password with the present one; ends the own sessions on all other devices',
  access: 'signed-in',
  whileInactive: true,
  body: z.object({
    current: z.string(NO_CURRENT).min(1, NO_CURRENT).max(1000, NO_CURRENT),
    password: newPassword('Please provide new password!'),
  }),
  reply: done,
});
