import type { Databases, Db } from '#server/platform/database/database.ts';
import { databases, openApp } from './restaurant.ts';

/** A server, and how many statements of tenants it has sent since it was last asked. */
export const openCounted = async () => {
  let statements = 0;
  const counter: Parameters<Db['withPlugin']>[0] = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const counting: Databases = {
    ...databases,
    asTenant: (tenantId, work, mode) => databases.asTenant(tenantId, (db) => work(db.withPlugin(counter) as Db), mode),
  };
  const counted = (): number => {
    const sent = statements;
    statements = 0;
    return sent;
  };
  return { app: await openApp({ databases: counting }), counted };
};
