import { AppError } from '#contract/errors.ts';
import { socketsFor, tenantLimits } from '#contract/tenant-limits.ts';
import type { Session } from '#server/platform/endpoints/session.ts';

type Whose = Pick<Session, 'id' | 'tenantId'>;

/** Counts the live connections of this node, so that no session and no tenant takes all of them (contract/tenant-limits.ts). */
export const openSocketPlaces = (countMembers: (tenantId: number) => Promise<number>) => {
  const ofSessions = new Map<number, number>();
  const ofTenants = new Map<number, number>();
  const change = (counts: Map<number, number>, key: number, by: number) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };

  /** Takes a place for one more connection and answers how to give it back, once; throws too_many when there is none. */
  return async ({ id, tenantId }: Whose): Promise<() => void> => {
    const here = () => ofTenants.get(tenantId) ?? 0;
    const fewest = socketsFor(1);
    // most have so few that nobody need be counted
    const most = here() < fewest ? fewest : socketsFor(await countMembers(tenantId));
    // from here on without a pause: of two at once only one gets the last place
    for (const [isFull, sentence] of [
      [(ofSessions.get(id) ?? 0) >= tenantLimits.socketsOfSession.most, tenantLimits.socketsOfSession.sentence],
      [here() >= most, tenantLimits.sockets.sentence],
    ] as const)
      if (isFull) throw new AppError('too_many', sentence);
    change(ofSessions, id, 1);
    change(ofTenants, tenantId, 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      change(ofSessions, id, -1);
      change(ofTenants, tenantId, -1);
    };
  };
};
