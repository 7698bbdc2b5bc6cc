import { type RawBuilder, sql } from 'kysely';

/** Rows or keys of one query: what it answers is read in one go, and everybody else on this node waits for that. */
const AT_ONCE = 250;

/** All rows of a table, by their ids, a few at a time. `readAfter`: the first rows after an id, at most so many, in the order of their ids. */
export const readInBatches = async <Row extends { id: number }>(
  readAfter: (id: number, limit: number) => Promise<Row[]>,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (;;) {
    const some = await readAfter(rows.at(-1)?.id ?? 0, AT_ONCE);
    rows.push(...some);
    if (some.length < AT_ONCE) return rows;
  }
};

/** What belongs to these ids, which may be thousands, a few ids at a time. */
export const findInBatches = async <Row>(ids: number[], find: (ids: number[]) => Promise<Row[]>): Promise<Row[]> => {
  const batches: Row[][] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) batches.push(await find(ids.slice(at, at + AT_ONCE)));
  // not by push(...rows): of 250 ids there may be more rows than a call takes arguments
  return batches.flat();
};

/**
 * These values as a list whose length no plan knows. Where PostgreSQL knows it, a plan for the few of one call looks cheaper than the one for all calls,
 * and a statement that has a name is planned each time after all.
 */
export const listOf = (values: readonly (number | string)[], type: 'bigint' | 'text' = 'bigint'): RawBuilder<unknown> => {
  const array = sql.raw(`${type}[]`);
  return sql`(select ${values}::${array})::${array}`;
};

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
