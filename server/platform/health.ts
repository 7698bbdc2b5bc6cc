import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Databases, Db } from './database.ts';

/** Throws when the database does not answer. */
export const pingDatabase = (db: Db): Promise<unknown> => sql`select 1`.execute(db);

/** GET /healthz: the process lives. GET /readyz: the database answers. */
export const addHealth = (app: FastifyInstance, { readAcrossTenants }: Pick<Databases, 'readAcrossTenants'>): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await readAcrossTenants(pingDatabase);
    return { status: 'ok' };
  });
};
