import type { FastifyRequest } from 'fastify';
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
  /** the tenant's last event */
  eventSeq: number;
}

/** A super administrator's: another table, other cookies, and no call of a tenant that it opens (cases.md N24). */
export interface ProviderSession {
  id: number;
  superAdminId: number;
  /** their second factor is on */
  hasFactor: boolean;
}

const callers = new WeakMap<FastifyRequest, Session>();

/** Keeps in mind which member's request this is, for what looks at it when it was answered. */
export const rememberCaller = (request: FastifyRequest, session: Session): void => void callers.set(request, session);

/** The member whose request this is; undefined for a public call and for a super administrator's. */
export const callerOf = (request: FastifyRequest): Session | undefined => callers.get(request);
