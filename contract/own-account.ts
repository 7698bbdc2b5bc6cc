// One's own account: opened, its password lost and chosen again, its address confirmed, its profile changed.
import * as z from 'zod';
import { username } from './auth.ts';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { done, INVALID, memberPhone, optionalText, requiredText, text, title } from './fields.ts';

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
