import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openApp, openOwnDatabase, openRestaurant, openSuperAdmin } from './restaurant.ts';

/** A server on a database of its own: what is old by the clocks of these tests is young in others, whose sessions lie years back. */
export const openAgeing = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'comanda-housekeeping-'));
  const own = await openOwnDatabase();
  const { database, databases } = own;
  const app = await openApp({ databases });
  afterAll(async () => {
    await app.close();
    await own.close();
    await rm(dataDir, { recursive: true });
  });
  return {
    database,
    databases,
    dataDir,
    app,
    openRestaurant: () => openRestaurant({ app, databases }),
    openSuperAdmin: () => openSuperAdmin(app, undefined, own),
  };
};
