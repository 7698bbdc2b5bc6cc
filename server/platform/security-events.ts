import type { FastifyRequest } from 'fastify';
import { insertAuditOf } from './audit.queries.ts';
import type { Databases } from './database.ts';
import { insertPlatformAudit } from './platform-audit.queries.ts';
import type { Clock } from './seams.ts';

/** What an attack looks like from inside; each is a counter of /metrics by this name. */
export const securityKinds = [
  'sign-in failed',
  'sign-in locked',
  'second factor failed',
  'access refused',
  'token reused',
  'session ended',
  'foreign origin',
  'limit reached',
  'new device',
] as const;
export type SecurityKind = (typeof securityKinds)[number];

export interface SecurityEvent {
  kind: SecurityKind;
  /** undefined: nobody's in particular, or the provider's; it is noted in the provider's log */
  tenantId?: number | undefined;
  memberId?: number | undefined;
  sessionId?: number | undefined;
  /** what else is known; no secret, and no name of a person who is not a member */
  detail?: Record<string, string | number>;
}

interface Options {
  databases: Pick<Databases, 'acrossTenants' | 'asPlatform'>;
  clock: Clock;
  count: (kind: SecurityKind) => void;
  inBackground: (work: () => Promise<void>) => void;
}

/**
 * Notes what an attack looks like: a row of the tenant's audit log, or of the provider's where no tenant is concerned, with
 * address and device; a counter; a line of the log without personal data. Nobody waits for it.
 */
export const openSecurityEvents =
  ({ databases, clock, count, inBackground }: Options) =>
  (request: FastifyRequest, { kind, tenantId, memberId, sessionId, detail }: SecurityEvent): void => {
    const now = clock();
    count(kind);
    request.log.warn({ security: kind, route: request.routeOptions.url, tenant: tenantId }, 'security event');
    const after = { address: request.ip, device: String(request.headers['user-agent'] ?? '').slice(0, 300), ...detail };
    inBackground(async () => {
      if (tenantId === undefined)
        await databases.asPlatform((db) => insertPlatformAudit(db, { superAdmin: null, now }, { action: kind, after }));
      else
        await databases.acrossTenants((db) =>
          insertAuditOf(
            db,
            { tenantId, memberId: memberId ?? null, sessionId: sessionId ?? null, now },
            { action: kind, entity: 'security', after },
          ),
        );
    });
  };

export type NoteSecurity = ReturnType<typeof openSecurityEvents>;
