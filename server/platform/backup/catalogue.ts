import pg, { type Client } from 'pg';
import type { BackupHead } from './backup-file.ts';

export type Table = BackupHead['tables'][number];
type Sequence = BackupHead['sequences'][number];

/** The schemas that hold rows. `migrations` is told by names, `own` holds views only. */
const SCHEMAS = ['public', 'platform'];

/** A table's or a sequence's name as SQL takes it. */
export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
/** A table's columns that are stored as they are given, as COPY takes them. */
export const listed = ({ columns }: Table): string => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Puts tables after those that they refer to, so that rows may be stored in this order. */
const sortByReference = (tables: (Table & { oid: number; refersTo: number[] })[]): Table[] => {
  const sorted: Table[] = [];
  const rest = new Map(tables.map((table) => [table.oid, table]));
  while (rest.size > 0) {
    const free = [...rest.values()].filter(({ refersTo }) => !refersTo.some((oid) => rest.has(oid)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...rest.values()].map(quoted).join(', ')}.`);
    for (const { oid, schema, name, columns } of free) {
      sorted.push({ schema, name, columns });
      rest.delete(oid);
    }
  }
  return sorted;
};

/** All tables of Comanda with the columns that are not generated, parents before children. Tables of extensions are none of ours. */
export const findTables = async (client: Client): Promise<Table[]> => {
  const { rows } = await client.query<Table & { oid: number; refersTo: number[] }>(
    `select t.oid::int, n.nspname as schema, t.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select c.confrelid::int from pg_constraint c where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as "refersTo"
     from pg_class t join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = any($1) and t.relkind = 'r'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = t.oid and d.deptype = 'e')
     order by n.nspname, t.relname`,
    [SCHEMAS],
  );
  return sortByReference(rows);
};

/** The sequences as they stand now: no snapshot holds them back, so they are never behind rows of a snapshot taken before. */
export const findSequences = async (client: Client): Promise<Sequence[]> => {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, s.relname as name from pg_class s join pg_namespace n on n.oid = s.relnamespace
     where n.nspname = any($1) and s.relkind = 'S' order by 1, 2`,
    [SCHEMAS],
  );
  const sequences: Sequence[] = [];
  for (const row of rows) {
    const { rows: states } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quoted(row)}`,
    );
    sequences.push({ ...row, ...states[0]! });
  }
  return sequences;
};

/** The migrations that a database has gone through, in their order; none when it is empty. */
export const findMigrations = async (client: Client): Promise<string[]> => {
  const { rows: found } = await client.query(`select to_regclass('migrations.kysely_migration') as at`);
  if (!found[0].at) return [];
  const { rows } = await client.query<{ name: string }>('select name from migrations.kysely_migration order by name');
  return rows.map(({ name }) => name);
};

/** The triggers of ours that fire now. */
export const findTriggers = async (client: Client): Promise<{ table: string; trigger: string }[]> => {
  const { rows } = await client.query<{ schema: string; name: string; trigger: string }>(
    `select n.nspname as schema, t.relname as name, g.tgname as trigger
     from pg_trigger g join pg_class t on t.oid = g.tgrelid join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = any($1) and not g.tgisinternal and g.tgenabled = 'O'`,
    [SCHEMAS],
  );
  return rows.map((row) => ({ table: quoted(row), trigger: pg.escapeIdentifier(row.trigger) }));
};

/** Throws a sentence unless this user reads and writes past the walls between tenants. */
export const assertPastWalls = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string; isPast: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as "isPast" from pg_roles where rolname = current_user',
  );
  if (rows[0]?.isPast) return;
  throw new Error(
    `The database's user ${rows[0]?.name} does not see all tenants: it needs "alter role … bypassrls", or DATABASE_URL a user that has it.`,
  );
};
