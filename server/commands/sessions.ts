import { findSessions, findSessionsOfSockets } from '#server/features/devices/sessions.queries.ts';
import { findProviderSession } from '#server/features/superadmin-auth/provider-sessions.queries.ts';
import type { addAdmission } from '#server/platform/limits/admission.ts';
import { batched } from '#server/platform/database/batched.ts';
import type { Databases } from '#server/platform/database/database.ts';
import type { Payer } from '#server/platform/limits/request-limit.ts';
import type { FindSession } from '#server/platform/endpoints/mount.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';
import type { Session } from '#server/platform/endpoints/session.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

interface Options {
  databases: Databases;
  clock: Clock;
  graceDays: number;
  /** the names of the two access cookies, as browsers send them */
  accessName: string;
  platformAccessName: string;
  /** the name of the cookie that opens sockets */
  socketName: string;
  admission: Pick<ReturnType<typeof addAdmission>, 'settle'>;
}

/** A session's own bucket, whichever of its cookies comes. */
export const payerOf = ({ id: sessionId, tenantId, memberId }: Session): Payer => ({
  key: `session:${sessionId}`,
  member: { tenantId, memberId, sessionId },
});

/** Finds whose a request or a socket is, by its cookies; that of a request is charged to the session found. */
export const openSessions = ({ databases, clock, graceDays, accessName, platformAccessName, socketName, admission }: Options) => {
  const findByHash = batched((hashes) => databases.readAcrossTenants((db) => findSessions(db, hashes, clock(), graceDays)));
  const findByToken = async (token: string | undefined): Promise<Session | undefined> => (token ? findByHash(hashToken(token)) : undefined);
  const findSession: FindSession = {
    member: async (request) => {
      const token = request.cookies[accessName];
      const session = await findByToken(token);
      admission.settle(request, token, session && payerOf(session));
      return session;
    },
    superAdmin: async (request) => {
      const token = request.cookies[platformAccessName];
      const session = token ? await databases.readAsProvider((db) => findProviderSession(db, hashToken(token), clock())) : undefined;
      admission.settle(request, token, session && { key: `platform:${session.id}` });
      return session;
    },
  };
  const findBySocketHash = batched((hashes) => databases.readAcrossTenants((db) => findSessionsOfSockets(db, hashes, clock(), graceDays)));
  /** A terminal that was idle for ten minutes comes back without its access cookie; it is live all the same (wire.md §6). */
  const findSessionOfSocket = async (cookies: Record<string, string | undefined>): Promise<Session | undefined> => {
    const token = cookies[socketName];
    return (await findByToken(cookies[accessName])) ?? (token ? findBySocketHash(hashToken(token)) : undefined);
  };
  return { findSessionOfSocket, findSession };
};
