import type { Databases, Db } from '#server/platform/database/database.ts';
import { databases, openApp } from './restaurant.ts';

/**
 * A server, and how many statements of a tenant it has sent since it was last asked: of this one alone, since in the background a server
 * looks after all tenants of the database, those of the tests beside it among them.
 */
export const openCounted = async () => {
  const sent = new Map<number, number>();
  const counterOf = (tenantId: number): Parameters<Db['withPlugin']>[0] => ({
    transformQuery: ({ node }) => {
      sent.set(tenantId, (sent.get(tenantId) ?? 0) + 1);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const counting: Databases = {
    ...databases,
    asTenant: (tenantId, work, mode) => databases.asTenant(tenantId, (db) => work(db.withPlugin(counterOf(tenantId)) as Db), mode),
  };
  const counted = (tenantId: number): number => {
    const statements = sent.get(tenantId) ?? 0;
    sent.delete(tenantId);
    return statements;
  };
  return { app: await openApp({ databases: counting }), counted };
};
