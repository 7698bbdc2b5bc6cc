import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, requiredText } from './fields.ts';
import { code, secondFactor, type SecondFactorCalls } from './second-factor.ts';

const superAdminUser = z.object({
  username: z.string(),
  name: z.string(),
  role: z.literal('superadmin'),
  photo: z.null(),
  designation: z.null(),
  phone: z.null(),
  email: z.string(),
  scope: z.literal(''),
});

export const signInSuperAdmin = endpoint({
  method: 'POST',
  path: '/superadmin/signin',
  summary: 'Sign in as a super administrator, for 12 hours at most',
  access: 'public',
  body: z.object({
    username: requiredText(254, 'Please provide username!'),
    password: z.string('Please provide password!').min(1, 'Please provide password!').max(1000, 'Please provide password!'),
  }),
  reply: done.extend({ user: superAdminUser }),
});

export const signOutSuperAdmin = endpoint({
  method: 'POST',
  path: '/superadmin/signout',
  summary: 'End the session of this super administrator on this device; works with an expired access cookie',
  access: 'public',
  reply: done,
});

export const refreshSuperAdmin = endpoint({
  method: 'POST',
  path: '/superadmin/refresh-token',
  summary: 'Renew the session of a super administrator; it does not last longer by it',
  access: 'public',
  reply: done,
});

export const signInSuperAdminByCode = endpoint({
  method: 'POST',
  path: '/superadmin/signin-code',
  summary: 'End a sign-in that was answered code_needed with a code of the app, or a recovery code, within 5 minutes',
  access: 'public',
  body: z.object({ code }),
  reply: signInSuperAdmin.reply,
});

export const getSuperAdminFactor = endpoint({
  method: 'GET',
  path: '/superadmin/second-factor',
  summary: "Whether the super administrator's second factor is on, and whether it has to be",
  access: 'superadmin',
  beforeFactor: true,
  reply: secondFactor.state,
});

export const addSuperAdminFactor = endpoint({
  method: 'POST',
  path: '/superadmin/second-factor',
  summary: 'Begin to switch a second factor on: a secret for the app; nothing changes before it is confirmed by a code',
  access: 'superadmin',
  beforeFactor: true,
  body: secondFactor.addBody,
  reply: secondFactor.addReply,
});

export const completeSuperAdminFactor = endpoint({
  method: 'POST',
  path: '/superadmin/second-factor/confirm',
  summary: 'Switch the second factor on with a code of the app; the recovery codes are shown this once',
  access: 'superadmin',
  beforeFactor: true,
  body: secondFactor.completeBody,
  reply: secondFactor.completeReply,
});

export const removeSuperAdminFactor = endpoint({
  method: 'POST',
  path: '/superadmin/second-factor/remove',
  summary: 'Switch the second factor off with the password and a code',
  access: 'superadmin',
  beforeFactor: true,
  body: secondFactor.removeBody,
  reply: secondFactor.removeReply,
});

/** The calls of the second factor of a super administrator. */
export const superAdminCalls: SecondFactorCalls = {
  get: getSuperAdminFactor,
  add: addSuperAdminFactor,
  complete: completeSuperAdminFactor,
  remove: removeSuperAdminFactor,
};
