import { type Insertable, sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Many rows in one statement; answers their ids in the order of the rows. The columns are those of the first row. */
export const insertRows = async <T extends keyof DB & string>(db: Db, table: T, rows: Insertable<DB[T]>[]): Promise<number[]> => {
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)));
  const inserted = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) with ordinality order by ordinality
    returning id`.execute(db);
  return inserted.rows.map((row) => row.id);
};
