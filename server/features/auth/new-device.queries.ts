import { deviceName } from '#server/features/devices/device-name.rules.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import type { Limit } from '#server/platform/limits/limits.ts';
import type { Email } from '#server/platform/mail.ts';
import { newDeviceEmail } from './emails.rules.ts';

/** The owner who wants to be told and whose address is confirmed, with the store's zone and who signed in. */
const findOwnerToTell = (db: Db, { tenantId, memberId }: { tenantId: number; memberId: number }) =>
  db
    .selectFrom('members as owner')
    .innerJoin('store_settings', 'store_settings.tenant_id', 'owner.tenant_id')
    .innerJoin('members as who', (join) => join.onRef('who.tenant_id', '=', 'owner.tenant_id').on('who.id', '=', memberId))
    .select(['owner.id', 'owner.username', 'owner.name', 'owner.confirmed_at', 'who.name as who', 'timezone'])
    .where('owner.tenant_id', '=', tenantId)
    .where('owner.role', '=', 'admin')
    .where('owner.archived_at', 'is', null)
    .where('owner.confirmed_at', 'is not', null)
    .where('new_device_letter', '=', true)
    .executeTakeFirst();

interface NoticeContext {
  readAcrossTenants: Databases['readAcrossTenants'];
  sendEmail: (email: Email) => void;
  /** the limit 'new-device-tenant' */
  emails: Limit;
}

interface SignIn {
  tenantId: number;
  memberId: number;
  address: string;
  userAgent: string;
  now: Date;
}

/** Tells the owner by e-mail that somebody signed in on a device that was not known: work beside the answer, when the session is stored. */
export const noticeNewDevice = async ({ readAcrossTenants, sendEmail, emails }: NoticeContext, signIn: SignIn): Promise<void> => {
  const { tenantId, memberId, address, userAgent, now } = signIn;
  const owner = await readAcrossTenants((db) => findOwnerToTell(db, { tenantId, memberId }));
  if (!owner || !(await emails.tryToTake(`${tenantId}`))) return;
  const at = now.toLocaleString('en-GB', { timeZone: owner.timezone, dateStyle: 'medium', timeStyle: 'short' });
  const colleague = owner.id === memberId ? undefined : owner.who;
  sendEmail(newDeviceEmail(owner, { colleague, device: deviceName(userAgent) ?? '', address, at: `${at} (${owner.timezone})` }));
};
