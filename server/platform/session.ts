import type { Member } from '#contract/permissions.ts';

/** Who calls: a member on a device of one tenant. */
export interface Session extends Member {
  id: number;
  tenantId: number;
  memberId: number;
  /** false: 402 on everything but the calls that are spared (wire.md §2) */
  isSubscribed: boolean;
  /** of the tenant's menu and settings as they stand now; caches compare it */
  version: number;
}

/** A super administrator's: another table, other cookies, and no call of a tenant that it opens (reliability.md N24). */
export interface PlatformSession {
  id: number;
  superAdminId: number;
}

type FindMany = (hashes: string[]) => Promise<Map<string, Session>>;

/**
 * Looks sessions up, in one statement for all requests that arrive while the one before is under way. Every look-up
 * starts after its request came in, so what ended a session before that is always seen, on every node.
 */
export const batchSessions = (findMany: FindMany): ((hash: string) => Promise<Session | undefined>) => {
  let waiting: { hash: string; resolve: (session: Session | undefined) => void; reject: (error: unknown) => void }[] = [];
  let isBusy = false;

  const flush = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      // first hear out what else has arrived: a statement costs the same for one as for twenty
      await new Promise(setImmediate);
      const batch = waiting;
      waiting = [];
      try {
        const found = await findMany([...new Set(batch.map(({ hash }) => hash))]);
        for (const { hash, resolve } of batch) resolve(found.get(hash));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isBusy = false;
  };

  return (hash) =>
    new Promise((resolve, reject) => {
      waiting.push({ hash, resolve, reject });
      if (!isBusy) void flush();
    });
};
