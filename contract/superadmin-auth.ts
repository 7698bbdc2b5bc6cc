import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, requiredText } from './fields.ts';

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
