import { listDevices, removeDevice, removeOtherDevices } from '#contract/devices.ts';
import { AppError } from '#contract/errors.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { deviceName } from './device-name.rules.ts';
import { addressPlace } from '#server/platform/http/address-place.ts';
import { clearSessionCookies } from './session-cookies.rules.ts';
import { endOtherSessions, endSession, findDevices, findDeviceToRemove } from './sessions.queries.ts';

export const devicesRoutes = [
  handle(listDevices, async (_, { db, session, now }) => {
    const devices = await findDevices(db, session.memberId, now);
    const mine = devices.find(({ id }) => id === session.id)?.device_ip ?? null;
    return devices.map(({ id, device_name, created_at, refreshed_at, ...device }) => ({
      ...device,
      device_name: deviceName(device_name),
      device_location: addressPlace(device.device_ip, mine),
      created_at: created_at.toISOString(),
      last_used_at: (refreshed_at ?? created_at).toISOString(),
      isMyDevice: id === session.id,
    }));
  }),

  handle(removeDevice, async ({ body: { device_id } }, context) => {
    const { db, session, now, closeSockets, clearCookie, afterCommit, noteSecurity } = context;
    // An admin may sign out any device of the restaurant (cases.md N23); to others a colleague's does not exist.
    const memberId = session.role === 'admin' ? undefined : session.memberId;
    const device = await findDeviceToRemove(db, device_id, { memberId, now });
    if (!device) throw new AppError('not_found', 'This device does not exist!');
    await endSession(db, { tenantId: device.tenant_id, id: device.id, now });
    await insertAudit(context, { action: 'remove', entity: 'sessions', entityId: device.id, before: { memberId: device.member_id } });
    closeSockets({ session: device.id });
    const ended = { kind: 'session ended', tenantId: session.tenantId, memberId: device.member_id, sessionId: device.id } as const;
    afterCommit(() => noteSecurity({ ...ended, detail: { why: 'device removed', by: session.memberId } }));
    if (device.id === session.id) clearSessionCookies(clearCookie);
    return { message: 'Device removed.' };
  }),

  handle(removeOtherDevices, async (_, context) => {
    const { db, session, now, closeSockets } = context;
    const ended = await endOtherSessions(db, { tenantId: session.tenantId, memberId: session.memberId, exceptId: session.id, now });
    for (const id of ended) closeSockets({ session: id });
    await insertAudit(context, { action: 'sign-out others', entity: 'sessions', after: { sessions: ended.length } });
    return { message: ended.length === 1 ? '1 other device is signed out.' : `${ended.length} other devices are signed out.` };
  }),
];
