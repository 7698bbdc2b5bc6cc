import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { Databases, Db } from '#server/platform/database/database.ts';
import type { Nodes } from '#server/platform/events/nodes.ts';

/** Throws when the database does not answer. */
export const pingDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db);

/** GET /healthz: the process lives. GET /readyz: the database answers, and Redis where one is configured (cases.md §2). */
export const addHealth = (
  app: FastifyInstance,
  { readAcrossTenants }: Pick<Databases, 'readAcrossTenants'>,
  nodes?: Pick<Nodes, 'ping'>,
): void => {
  const look = async () => {
    await readAcrossTenants(pingDatabase);
    await nodes?.ping().catch(() => {
      throw new AppError('unavailable', 'Redis does not answer.', { retryAfter: 1 });
    });
  };
  /** One look for all who ask meanwhile: anybody may, and the connection is one of those that tills need. */
  let underway: Promise<void> | undefined;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await (underway ??= look().finally(() => (underway = undefined)));
    return { status: 'ok' };
  });
};
