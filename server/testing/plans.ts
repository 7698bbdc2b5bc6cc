import { type RootOperationNode, sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/** A node of a plan; what was read stands in it where the statement was run. */
interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Runs `work`, then the last statement that it asked once more, with what `prepare` sets for the planner: its plan with what was read. */
export const planOf = async (db: Db, work: (db: Db) => Promise<unknown>, prepare: (db: Db) => Promise<unknown>): Promise<PlanNode> => {
  const asked: RootOperationNode[] = [];
  const watched = db.withPlugin({
    transformQuery: ({ node }) => (asked.push(node), node),
    transformResult: async ({ result }) => result,
  }) as typeof db;
  await work(watched);
  await prepare(db);
  const { sql: text, parameters } = db.getExecutor().compileQuery(asked.at(-1)!, { queryId: 'plan' });
  const pieces = text
    .split(/\$\d+/)
    .map((piece, at) => (at < parameters.length ? sql`${sql.raw(piece)}${parameters[at]}` : sql.raw(piece)));
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (analyze, format json) ${sql.join(pieces, sql``)}`.execute(db);
  return rows[0]!['QUERY PLAN'][0].Plan;
};
