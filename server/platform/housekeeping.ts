import type { Clock } from './seams.ts';
import type { Databases } from './database.ts';
import {
  deleteOldAnswers,
  deleteOldEvents,
  deleteOldPasswordResets,
  deleteOldPlatformSessions,
  deleteOldSecurityEvents,
  deleteOldSessions,
  findGoneTenants,
} from './housekeeping.queries.ts';
import { removeOldLetters } from './mail.ts';
import { removeLeftPhotos } from './photos.ts';

const HOUR = 60 * 60 * 1000; // ms
const KEPT_DAYS = 7; // events and idempotent answers (wire.md §1, reliability.md D9)
const SESSION_KEPT_DAYS = 30; // after its end; so long a copied token that is shown is noticed

const SECURITY_KEPT_DAYS = 180; // rows of attacks, and the addresses of sign-ins
const LETTER_KEPT_DAYS = 30; // letters that are files

/** Deletes, once an hour, what is kept for a week only, sessions and links that are long over, old security events and letters, and pictures whose tenant is gone. The keys of orders are kept for ever: an order must never be made twice. */
export const startHousekeeping = ({
  databases,
  dataDir,
  clock,
  onError,
}: {
  databases: Databases;
  dataDir: string;
  clock: Clock;
  onError: (error: unknown) => void;
}) => {
  const tidy = async () => {
    const ago = (days: number) => new Date(clock().getTime() - days * 24 * HOUR);
    const steps = [
      () => databases.acrossTenants((db) => deleteOldEvents(db, ago(KEPT_DAYS))),
      () => databases.acrossTenants((db) => deleteOldAnswers(db, ago(KEPT_DAYS))),
      () => databases.acrossTenants((db) => deleteOldPasswordResets(db, ago(KEPT_DAYS))),
      () => databases.acrossTenants((db) => deleteOldSessions(db, ago(SESSION_KEPT_DAYS))),
      () => databases.asPlatform((db) => deleteOldPlatformSessions(db, ago(SESSION_KEPT_DAYS))),
      () => databases.acrossTenants((db) => deleteOldSecurityEvents(db, ago(SECURITY_KEPT_DAYS))),
      () => removeOldLetters(dataDir, ago(LETTER_KEPT_DAYS)),
      () => removeLeftPhotos(dataDir, ago(1), (ids) => databases.acrossTenants((db) => findGoneTenants(db, ids))),
    ];
    // what cannot be done now keeps nothing else from being done
    for (const step of steps) await step().catch(onError);
  };
  const timer = setInterval(() => void tidy(), HOUR).unref();
  return { tidy, stop: () => clearInterval(timer) };
};
