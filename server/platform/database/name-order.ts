import { type RawBuilder, sql } from 'kysely';

/** A name to sort by, as people read it: capitals, accents and width do not count, and every PostgreSQL has the same order. */
export const nameOrder = (column: string): RawBuilder<string> => sql<string>`plain_letters(${sql.ref(column)}) collate "C"`;
