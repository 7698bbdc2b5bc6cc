import * as z from 'zod';
import { signIn } from './auth.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import { done, instant, requiredText } from './fields.ts';

/** Digits of an app's code. */
export const CODE_DIGITS = 6;

/** A code of the app, or a recovery code; blanks and dashes in it are read over. */
export const code = requiredText(40, 'Please enter the code!');
const password = z.string('Please provide password!').min(1, 'Please provide password!').max(1000, 'Please provide password!');

const state = z.object({
  isOn: z.boolean(),
  /** since when, or null */
  since: instant.nullable(),
  /** true where nothing else may be done before it is on */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
});
export type SecondFactorState = z.output<typeof state>;

/** What the calls of a second factor take and answer; those of a member and of a super administrator are alike. */
export const secondFactor = {
  state,
  addBody: z.object({ password }),
  /** `secret` in base32, to be typed; `uri` (otpauth:) to be shown as a QR code */
  addReply: done.extend({ secret: z.string(), uri: z.string() }),
  completeBody: z.object({ code }),
  completeReply: done.extend({ recoveryCodes: z.array(z.string()) }),
  removeBody: z.object({ password, code }),
  removeReply: done,
};

type Call<Body extends keyof typeof secondFactor, Answer extends keyof typeof secondFactor> = Endpoint & {
  body: (typeof secondFactor)[Body];
  reply: (typeof secondFactor)[Answer];
};

/** The calls that a page about a second factor makes, whosever it is. */
export interface SecondFactorCalls {
  get: Endpoint & { reply: typeof state };
  add: Call<'addBody', 'addReply'>;
  complete: Call<'completeBody', 'completeReply'>;
  remove: Call<'removeBody', 'removeReply'>;
}

export const signInByCode = endpoint({
  method: 'POST',
  path: '/auth/signin-code',
  summary: 'End a sign-in that was answered code_needed with a code of the app, or a recovery code, within 5 minutes',
  access: 'public',
  body: z.object({ code }),
  reply: signIn.reply,
});

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/auth/second-factor',
  summary: "Whether one's second factor is on, and how many recovery codes are left",
  access: 'signed-in',
  whileInactive: true,
  reply: state,
});

export const addSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  summary: 'Begin to switch a second factor on: a secret for the app; nothing changes before it is confirmed by a code',
  access: 'signed-in',
  whileInactive: true,
  body: secondFactor.addBody,
  reply: secondFactor.addReply,
});

export const completeSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor/confirm',
  summary: 'Switch the second factor on with a code of the app; the recovery codes are shown this once',
  access: 'signed-in',
  whileInactive: true,
  body: secondFactor.completeBody,
  reply: secondFactor.completeReply,
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor/remove',
  summary: 'Switch the second factor off with the password and a code',
  access: 'signed-in',
  whileInactive: true,
  body: secondFactor.removeBody,
  reply: secondFactor.removeReply,
});

/** The calls of the second factor of whoever works in a restaurant. */
export const memberCalls: SecondFactorCalls = {
  get: getSecondFactor,
  add: addSecondFactor,
  complete: completeSecondFactor,
  remove: removeSecondFactor,
};
