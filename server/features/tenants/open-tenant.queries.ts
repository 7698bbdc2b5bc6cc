import { insertMember, isAddressTaken, takenAddress } from '#server/features/users/members.queries.ts';
import { insertPaymentType } from '#server/features/payment-types/payment-types.queries.ts';
import { insertPrintSettings } from '#server/features/print-settings/print-settings.queries.ts';
import { insertUsualReasons } from '#server/features/reasons/reasons.queries.ts';
import { insertStoreSettings } from '#server/features/store-settings/store-settings.queries.ts';
import type { Db } from '#server/platform/database/database.ts';
import { insertTenant } from './tenants.queries.ts';

interface NewRestaurant {
  name: string;
  /** absent: the restaurant's stands for it */
  ownerName?: string | undefined;
  username: string;
  passwordHash: string;
  currency: string;
  timezone: string;
  uniqueQRCode: string;
  activeUntil: Date | null;
  /** where the form asked for the owner's address */
  addressField?: 'username' | 'email';
  /** the address is known to be the owner's */
  isConfirmed?: boolean;
  now: Date;
}

/** Tenant, owner, settings and the payment type Cash: all that a new restaurant starts with (wire.md §2). In one transaction of the worker. */
export const openTenant = async (db: Db, restaurant: NewRestaurant): Promise<{ tenantId: number; memberId: number }> => {
  const { name, ownerName = name, username, passwordHash, addressField = 'username', isConfirmed = false, now } = restaurant;
  // An address that nobody confirmed is free; who confirms it in this moment keeps it, and this account gets no further than the name.
  if (await isAddressTaken(db, username)) throw takenAddress(addressField);
  const tenantId = await insertTenant(db, restaurant);
  const { id: memberId } = await insertMember(db, {
    tenantId,
    username,
    passwordHash,
    name: ownerName,
    role: 'admin',
    addressField,
    isConfirmed,
    now,
  });
  await insertStoreSettings(db, { storeName: name, ...restaurant });
  await insertPrintSettings(db);
  await insertPaymentType(db, { title: 'Cash', isActive: true });
  await insertUsualReasons(db);
  return { tenantId, memberId };
};
