import * as z from 'zod';
import { sessionUser } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { done, INVALID, optional, price, requiredText, text } from './fields.ts';
import { rights } from './permissions.ts';

/** What an approval may be for: of what the target's id is. */
export const approvalTargets = ['check', 'invoice', 'table', 'order', 'line', 'drawer', 'day'] as const;
export type ApprovalTarget = (typeof approvalTargets)[number];

/** What one right allows on one target, where an approval of one act is none of another. */
export const approvalActs = [
  'pay_in',
  'pay_out',
  'drop',
  'no_sale',
  'refund',
  'correct',
  'give_discount',
  'remove_discount',
  'remove_charge',
  'restore_charge',
  'move',
  'merge',
  'split',
  'undo',
] as const;
export type ApprovalAct = (typeof approvalActs)[number];

const NO_PIN = 'Please enter the PIN!';
const username = requiredText(254, 'Please choose a colleague!');
const pin = z.string(NO_PIN).regex(/^\d{4,6}$/, NO_PIN);

/** All digits the same, or each the next one up or down: what everybody tries first. */
const isEasyPin = (digits: string): boolean => {
  const steps = [...digits].slice(1).map((digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10);
  return [0, 1, 9].some((step) => steps.every((one) => one === step));
};

const newPin = z
  .string('Please provide a PIN!')
  .regex(/^\d{4,6}$/, { error: 'A PIN has 4 to 6 digits!', abort: true })
  .refine((digits) => !isEasyPin(digits), 'This PIN is easy to guess! Please choose another one.');

export const setPin = endpoint({
  method: 'POST',
  path: '/auth/pin',
  summary: 'Set the own PIN with the password; null removes it',
  access: 'signed-in',
  whileInactive: true,
  body: z.object({
    password: z.string('Please provide current password!').min(1, 'Please provide current password!').max(1000),
    pin: newPin.nullable(),
  }),
  reply: done,
});

export const signInColleague = endpoint({
  method: 'POST',
  path: '/auth/switch',
  summary: 'Pass this device to a colleague, who shows the own PIN; the session before ends',
  access: 'signed-in',
  whileInactive: true,
  body: z.object({ username, pin }),
  reply: done.extend({ user: sessionUser }),
});

export const listColleagues = endpoint({
  method: 'GET',
  path: '/auth/colleagues',
  summary: 'Who works here, for the lock screen',
  access: 'signed-in',
  whileInactive: true,
  reply: z.array(z.object({ username: z.string(), name: z.string(), photo: z.string().nullable(), has_pin: z.boolean() })),
});

/** A number as a till has it, or a decimal text. */
const money = z
  .union([z.number(INVALID), price(INVALID)], INVALID)
  .transform(Number)
  .pipe(z.number(INVALID).min(0, INVALID).max(1e12, INVALID));

export const addApproval = endpoint({
  method: 'POST',
  path: '/approvals',
  summary: 'A colleague beside the till allows one act with the PIN; the token is good once, for 120 seconds',
  access: 'signed-in',
  body: z.object({
    username,
    pin,
    action: z.enum(rights, INVALID),
    /** As approval_needed says it. */
    targetId: z.union([z.number(), text(10_000)], INVALID).nullish(),
    target: z.enum(approvalTargets, INVALID).nullish(),
    act: z.enum(approvalActs, INVALID).nullish(),
    amount: optional(money),
  }),
  reply: done.extend({ approvalToken: z.string(), name: z.string(), expiresAt: z.string() }),
});
