import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '#contract/errors.ts';
import type { Databases } from '#server/platform/database/database.ts';
import { isLoopback } from './loopback.ts';
import { type Announcement, findLag } from '#server/platform/events/outbox.queries.ts';
import { securityKinds, type SecurityKind } from '#server/platform/security/security-events.ts';

interface Options {
  databases: Pick<Databases, 'readAcrossTenants' | 'connections'>;
  /** how many terminals are connected to this node */
  sockets: () => number;
  /** undefined: only this machine itself may read the figures */
  token: string | undefined;
}

const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]; // s

const sha256 = (text: string) => createHash('sha256').update(text).digest();
/** Hashes have one length, whatever was sent, and tell nothing of where two texts differ. */
const isSame = (given: string, wanted: string) => timingSafeEqual(sha256(given), sha256(wanted));

/**
 * GET /metrics for Prometheus (cases.md §2): requests and their latencies by route and status, orders, sockets, the outbox's
 * lag, connections to the database, and Node's own figures. Labels name routes and never what a person sent. With a token it
 * is for its bearer; without one for this machine alone, and not through a proxy.
 */
export const addMetrics = (app: FastifyInstance, { databases, sockets, token }: Options) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'comanda_' });
  const registers = [registry];
  const requests = new Histogram({
    name: 'comanda_http_request_duration_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: LATENCIES,
    registers,
  });
  const orders = new Counter({ name: 'comanda_orders_total', help: 'Orders announced by this node', registers });
  const securityEvents = new Counter({
    name: 'comanda_security_events_total',
    help: 'What an attack looks like, by kind',
    labelNames: ['kind'] as const,
    registers,
  });
  for (const kind of securityKinds) securityEvents.inc({ kind }, 0);
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  gauge('comanda_sockets', 'Terminals connected to this node', sockets);
  gauge('comanda_outbox_lag_events', 'Events stored and not yet announced, of all tenants', () => databases.readAcrossTenants(findLag));
  const pools = new Gauge({
    name: 'comanda_database_connections',
    help: 'Connections of this node by pool and state; waiting are requests without one',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, states] of Object.entries(databases.connections()))
        for (const [state, count] of Object.entries(states)) pools.set({ pool, state }, count);
    },
  });

  app.addHook('onResponse', (request, reply, done) => {
    // What no route answers is one label: an address bar must not be able to make new ones.
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    requests.observe(labels, reply.elapsedTime / 1000);
    done();
  });

  const mayRead = (request: FastifyRequest): boolean => {
    if (token) return isSame(request.headers.authorization ?? '', `Bearer ${token}`);
    return isLoopback(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined;
  };
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) throw new AppError('not_found', 'Not found!');
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });

  return {
    /** Counts what was announced. */
    count: ({ type }: Announcement): void => {
      if (type === 'new_order') orders.inc();
    },
    /** Counts what an attack looks like. */
    countSecurity: (kind: SecurityKind): void => securityEvents.inc({ kind }),
  };
};
