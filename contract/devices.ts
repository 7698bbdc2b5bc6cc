import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { done, instant, INVALID, requiredText } from './fields.ts';

/** A session as its member sees it; nothing in it signs anybody in. */
export const device = z.object({
  device_id: z.string(),
  device_ip: z.string().nullable(),
  /** browser and system, such as 'Chrome on Android' */
  device_name: z.string().nullable(),
  /** what the address tells of the place, such as 'Same network as this device' */
  device_location: z.string().nullable(),
  created_at: instant,
  /** when it last renewed its session, which a page in use does every ten minutes */
  last_used_at: instant,
  isMyDevice: z.boolean(),
});
export type Device = z.output<typeof device>;

export const listDevices = endpoint({
  method: 'GET',
  path: '/auth/devices',
  summary: 'The devices on which this member is signed in, newest first',
  access: 'signed-in',
  whileInactive: true,
  reply: z.array(device),
});

export const removeDevice = endpoint({
  method: 'POST',
  path: '/auth/remove-device',
  summary: 'Sign a device out; an admin may remove any device of the restaurant',
  access: 'signed-in',
  whileInactive: true,
  body: z.object({ device_id: requiredText(64, INVALID) }),
  reply: done,
});

export const removeOtherDevices = endpoint({
  method: 'POST',
  path: '/auth/sign-out-others',
  summary: 'Sign this member out on all devices but this one',
  access: 'signed-in',
  whileInactive: true,
  reply: done,
});
