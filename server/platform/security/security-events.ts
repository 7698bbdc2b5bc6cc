import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { prefixOf } from '#server/platform/limits/address-prefix.ts';
import { insertAuditOf } from './audit.queries.ts';
import type { Databases } from '#server/platform/database/database.ts';
import { insertProviderAudit } from './provider-audit.queries.ts';
import type { Clock } from '#server/platform/clock-and-random.ts';
import { callerOf } from '#server/platform/endpoints/session.ts';

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

/** Where an event came from. */
export interface Origin {
  address: string;
  device: string | undefined;
  route: string | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export type NoteSecurity = (request: FastifyRequest, event: SecurityEvent) => void;

interface Options {
  databases: Pick<Databases, 'acrossTenants' | 'asProvider'>;
  clock: Clock;
  count: (kind: SecurityKind) => void;
  inBackground: (work: () => Promise<void>) => void;
  onError: (error: unknown) => void;
}

interface Row {
  event: SecurityEvent;
  at: Date;
  after: Record<string, string | number | undefined>;
}

const WINDOW = 60_000; // ms
/** Prefixes of one kind and tenant that have rows of their own within a window; the others share one. */
const PREFIXES_AT_MOST = 20;

/**
 * Notes what an attack looks like: a counter, a line of the log without personal data, and rows of the tenant's audit log, or of
 * the provider's where no tenant is concerned, with address and device. Within a minute the first of a kind, a tenant and an address
 * prefix is written at once, and all that follow become one row with their number: whoever is refused ten thousand times does not fill
 * the disk. Nobody waits for any of it. `stop` writes what is still only counted.
 */
export const openSecurityEvents = ({ databases, clock, count, inBackground, onError }: Options) => {
  const repeated = new Map<string, { last: Row; times: number }>();
  const prefixes = new Map<string, number>();
  const noted = new WeakSet<FastifyRequest>();

  const write = async ({ event: { kind, tenantId, memberId, sessionId }, at, after }: Row): Promise<void> => {
    if (tenantId === undefined)
      await databases.asProvider((db) =>
        insertProviderAudit(db, { superAdmin: null, now: at }, { action: kind, entity: 'security', after }),
      );
    else
      await databases.acrossTenants(async (db) => {
        // no key leads from the log to the tenants: a row of one that is gone would stay for ever
        const tenant = await db.selectFrom('tenants').select('id').where('id', '=', tenantId).executeTakeFirst();
        if (!tenant) return;
        await insertAuditOf(
          db,
          { tenantId, memberId: memberId ?? null, sessionId: sessionId ?? null, now: at },
          { action: kind, entity: 'security', after },
        );
      });
  };

  /** Counts what is yet to be written; of several members' none is named. */
  const keep = (key: string, row: Row, times: number): void => {
    const before = repeated.get(key);
    const isSameMember = !before || before.last.event.memberId === row.event.memberId;
    const { memberId: _, sessionId: __, ...nobody } = row.event;
    repeated.set(key, { last: isSameMember ? row : { ...row, event: nobody }, times: (before?.times ?? 0) + times });
  };

  /** What cannot be written now is written with what follows; of a tenant that is gone there is nothing to write. */
  const writeOrKeep = async (key: string, row: Row, times: number): Promise<void> => {
    try {
      await write(times > 1 ? { ...row, after: { ...row.after, times } } : row);
    } catch (error) {
      keep(key, row, times);
      onError(error);
    }
  };

  /** What is counted together, and how the row names where it came from. */
  const placeOf = ({ kind, tenantId }: SecurityEvent, address: string): { key: string; shown: string } => {
    const group = `${kind}:${tenantId ?? ''}`;
    const { narrow } = prefixOf(address);
    const key = `${group}:${narrow}`;
    if (repeated.has(key)) return { key, shown: address };
    const known = prefixes.get(group) ?? 0;
    if (known >= PREFIXES_AT_MOST) return { key: `${group}:others`, shown: 'many addresses' };
    prefixes.set(group, known + 1);
    return { key, shown: address };
  };

  const noteFrom = ({ address, device = '', route, log }: Origin, event: SecurityEvent): void => {
    count(event.kind);
    log.warn({ security: event.kind, route, tenant: event.tenantId }, 'security event');
    const { key, shown } = placeOf(event, address);
    const row = { event, at: clock(), after: { address: shown, device: device.slice(0, 300), route, ...event.detail } };
    if (repeated.has(key)) return keep(key, row, 1);
    keep(key, row, 0);
    inBackground(() => writeOrKeep(key, row, 1));
  };

  const note: NoteSecurity = (request, event) => {
    noted.add(request);
    noteFrom({ address: request.ip, device: request.headers['user-agent'], route: request.routeOptions.url, log: request.log }, event);
  };

  const flush = async (): Promise<void> => {
    const rows = [...repeated].filter(([, { times }]) => times > 0);
    repeated.clear();
    prefixes.clear();
    for (const [key, { last, times }] of rows) await writeOrKeep(key, last, times);
  };
  const timer = setInterval(() => inBackground(flush), WINDOW).unref();

  return {
    note,
    /** The same for what is no request of the application's: the handshake of a socket. */
    noteFrom,
    /** Notes every exhausted limit (429), and every refusal of a member (403), unless the handler said more about it. */
    watch: (app: FastifyInstance): void => {
      app.addHook('onResponse', (request, reply, done) => {
        const { tenantId, memberId, id: sessionId } = callerOf(request) ?? {};
        const who = { tenantId, memberId, sessionId };
        if (noted.has(request)) return done();
        if (reply.statusCode === 429) note(request, { kind: 'limit reached', ...who });
        else if (reply.statusCode === 403 && tenantId !== undefined) note(request, { kind: 'access refused', ...who });
        done();
      });
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await flush();
    },
  };
};
