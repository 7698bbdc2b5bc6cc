import { buildApp } from '#server/app.ts';
import { ACCESS_COOKIE } from '#server/features/devices/session-cookies.rules.ts';
import { insertSession } from '#server/features/devices/sessions.queries.ts';
import type { AppOptions } from '#server/app-options.ts';
import { type Databases, openDatabases } from '#server/platform/database/database.ts';
import { urlFor } from '#server/platform/database/roles.ts';
import { publicId, systemClock, systemRandom } from '#server/platform/clock-and-random.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { endlessBuckets } from './endless-buckets.ts';

/** The application's pools on a database, by its owner's address. */
export const openPools = (ownerUrl: string): Databases =>
  openDatabases(urlFor(ownerUrl, 'comanda_app'), urlFor(ownerUrl, 'comanda_worker'), urlFor(ownerUrl, 'comanda_platform'));

/** The application in this process, without a limit that would end a measurement. */
export const openMeasuredApp = (databases: Databases, options: Partial<Pick<AppOptions, 'clock' | 'lag'>> = {}) =>
  buildApp({
    databases,
    clock: systemClock,
    random: systemRandom,
    buckets: endlessBuckets,
    ...options,
    config: {
      publicUrl: 'http://127.0.0.1',
      dataDir: '/tmp/comanda-measured',
      trialDays: 14,
      graceDays: 3,
      purgeAfterDays: 7,
      plan: { minorPrice: 200_000, currency: 'INR' },
      supportEmail: 'support@comanda.example',
      usdRates: { USD: 1, EUR: 1.1, JPY: 0.007 },
      trustProxy: false,
      logLevel: 'error',
    },
  });

/** Signs a member in at a device of its own that nobody has to renew; answers its cookie. */
export const openTill = async (databases: Databases, { tenantId, memberId }: { tenantId: number; memberId: number }, now = new Date()) => {
  const access = newToken(systemRandom);
  await databases.acrossTenants((db) =>
    insertSession(db, {
      tenantId,
      memberId,
      deviceId: publicId(systemRandom),
      accessHash: hashToken(access),
      accessExpiresAt: new Date('2100-01-01'),
      refreshHash: hashToken(newToken(systemRandom)),
      refreshFamily: newToken(systemRandom),
      refreshExpiresAt: new Date('2100-01-01'),
      address: '127.0.0.1',
      deviceName: 'Till',
      now,
    }),
  );
  return `${ACCESS_COOKIE}=${access}`;
};
