import type pg from 'pg';
import { verifyChains } from '#server/commands/chains.ts';
import { database } from './restaurant.ts';

/**
 * What verify says of one restaurant after changes past every wall, which are taken back. It looks from behind the walls of that
 * restaurant: it reads all of a database, and in this one stand those of all tests.
 */
export const verifyAfter = async (tenantId: number, change: (client: pg.ClientBase) => Promise<unknown> = async () => {}) => {
  const client = await database.connect();
  const said: string[] = [];
  try {
    await client.query('begin');
    await change(client);
    await client.query(`set local role comanda_app; set local app.tenant_id = '${tenantId}'`);
    await verifyChains(client, (line) => said.push(line));
  } finally {
    await client.query('rollback');
    client.release();
  }
  return said.map((line) => line.replace(`Restaurant ${tenantId}, `, ''));
};
