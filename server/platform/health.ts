import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Databases } from './database.ts';

/** GET /healthz: the process lives. GET /readyz: the database answers. */
export const addHealth = (app: FastifyInstance, { readAcrossTenants }: Pick<Databases, 'readAcrossTenants'>): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await readAcrossTenants((db) => sql`select 1`.execute(db));
    return { status: 'ok' };
  });
};
