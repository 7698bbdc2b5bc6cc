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
