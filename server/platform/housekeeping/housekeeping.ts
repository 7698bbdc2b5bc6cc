import type { Clock } from '#server/platform/clock-and-random.ts';
import type { Databases } from '#server/platform/database/database.ts';
import {
  clearErasedNotes,
  clearOldDeliveryAddresses,
  clearOldPrintJobs,
  deleteOldAnswers,
  deleteOldBrowsers,
  deleteOldChallenges,
  deleteOldEvents,
  deleteOldPasswordResets,
  deleteOldProviderBrowsers,
  deleteOldProviderChallenges,
  deleteOldProviderSessions,
  deleteOldSecurityEvents,
  deleteOldSessions,
  findGoneTenants,
  forgetFormerMembers,
} from './housekeeping.queries.ts';
import { removeOldEmails } from '#server/platform/mail.ts';
import { removeUnfinishedFiles } from '#server/platform/files/unfinished-files.ts';
import { removePhotosOfDeletedTenants } from '#server/platform/files/photos.ts';
import { startRepeating } from '#server/platform/work/repeating.ts';

const HOUR = 60 * 60 * 1000; // ms
const FIRST_AFTER = 5 * 60 * 1000; // ms; a node that is restarted each hour tidies as well
const KEPT_DAYS = 7; // events and idempotent answers (wire.md §1, cases.md D9)
const BROWSER_KEPT_DAYS = 366; // since its last sign-in; its cookie lives a year
const SESSION_KEPT_DAYS = 30; // after its end; so long a copied token that is shown is noticed

const SECURITY_KEPT_DAYS = 180; // rows of attacks, and the addresses of sign-ins
const FORMER_MEMBER_KEPT_DAYS = 90; // address, e-mail and phone of who left: as long as a session could have lived
const ADDRESS_KEPT_DAYS = 30; // where a delivery to a walk-in went: until nobody complains of it any more
const ERASED_WITHIN_DAYS = 90; // whose orders are looked at once more: an order is made long before
const PRINTED_KEPT_DAYS = 1; // what a print job says; its row stays
const EMAIL_KEPT_DAYS = 30; // e-mails that are files

/**
 * Deletes what is over, five minutes after the start and then once an hour: rows, e-mails that are files, pictures whose tenant is
 * gone, and files that nobody finishes any more. The keys of orders are kept for ever: an order must never be made twice.
 */
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
  const tidy = async (isStopping = () => false) => {
    const ago = (days: number) => new Date(clock().getTime() - days * 24 * HOUR);
    const deletions = [
      () => databases.acrossTenants((db) => deleteOldEvents(db, ago(KEPT_DAYS))),
      () => databases.acrossTenants((db) => deleteOldAnswers(db, ago(KEPT_DAYS))),
      () => databases.acrossTenants((db) => deleteOldPasswordResets(db, ago(KEPT_DAYS))),
      () => databases.acrossTenants((db) => deleteOldSessions(db, ago(SESSION_KEPT_DAYS))),
      () => databases.asProvider((db) => deleteOldProviderSessions(db, ago(SESSION_KEPT_DAYS))),
      () => databases.acrossTenants((db) => deleteOldChallenges(db, clock())),
      () => databases.asProvider((db) => deleteOldProviderChallenges(db, clock())),
      () => databases.acrossTenants((db) => deleteOldBrowsers(db, ago(BROWSER_KEPT_DAYS))),
      () => databases.asProvider((db) => deleteOldProviderBrowsers(db, ago(BROWSER_KEPT_DAYS))),
      () => databases.acrossTenants((db) => deleteOldSecurityEvents(db, ago(SECURITY_KEPT_DAYS))),
      () => databases.acrossTenants((db) => clearOldPrintJobs(db, ago(PRINTED_KEPT_DAYS))),
      () => databases.acrossTenants((db) => clearOldDeliveryAddresses(db, ago(ADDRESS_KEPT_DAYS))),
      () => databases.acrossTenants((db) => clearErasedNotes(db, ago(ERASED_WITHIN_DAYS))),
      () => databases.acrossTenants((db) => forgetFormerMembers(db, ago(FORMER_MEMBER_KEPT_DAYS))),
    ];
    // what cannot be done now keeps nothing else from being done
    for (const remove of deletions)
      try {
        while (!isStopping() && (await remove()) > 0);
      } catch (error) {
        onError(error);
      }
    if (isStopping()) return;
    await removeOldEmails(dataDir, ago(EMAIL_KEPT_DAYS)).catch(onError);
    await removePhotosOfDeletedTenants(dataDir, ago(1), (ids) => databases.acrossTenants((db) => findGoneTenants(db, ids))).catch(onError);
    await removeUnfinishedFiles(dataDir, ago(1)).catch(onError);
  };
  const { stop } = startRepeating({
    every: HOUR,
    first: FIRST_AFTER,
    work: async (isStopping) => {
      await tidy(isStopping);
      return false;
    },
    onError,
  });
  return { tidy, stop };
};
