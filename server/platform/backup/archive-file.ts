import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';
import { openUnfinished } from '#server/platform/files/unfinished-files.ts';
import { flush } from './backup-file.ts';

// An archive is gzip of lines of JSON, which any tool reads: a head, the rows as PostgreSQL's row_to_json has them, an end.
//   {"format":"comanda-archive-1","year":2024,"madeAt":"…","installation":"… whose rows they are"}
//   {"table":"public.audit_log","row":{…}}
//   {"rows":{"public.audit_log":1},"sha256":"… of all lines before this one, each with its \n"}
const FORMAT = 'comanda-archive-1';
const head = z.object({
  format: z.literal(FORMAT),
  year: z.number().int(),
  madeAt: z.string(),
  // the first archives do not say
  installation: z.string().optional(),
});
const line = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) });
const end = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() });

export interface Archive {
  year: number;
  madeAt: string;
  installation?: string | undefined;
  /** how many rows of each table */
  rows: Record<string, number>;
}

/**
 * Writes an archive beside its place and puts it there when it lies on the disk as a whole: killed at any moment, it leaves no file that looks
 * whole. `rows` are the table's name and the row as JSON text. It is for its owner alone.
 */
export const writeArchiveFile = async (
  path: string,
  { year, madeAt, installation }: Pick<Archive, 'year' | 'madeAt' | 'installation'>,
  rows: AsyncIterable<[table: string, row: string]>,
): Promise<void> => {
  if (existsSync(path)) throw new Error(`${path} is there already: choose another name, or take it away first.`);
  const unfinished = await openUnfinished(path, new Date(madeAt));
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  const lines = async function* () {
    const hashed = (text: string) => {
      hash.update(text);
      return text;
    };
    yield hashed(`${JSON.stringify({ format: FORMAT, year, madeAt, installation })}\n`);
    for await (const [table, row] of rows) {
      counts[table] = (counts[table] ?? 0) + 1;
      yield hashed(`{"table":${JSON.stringify(table)},"row":${row}}\n`);
    }
    yield `${JSON.stringify({ rows: counts, sha256: hash.digest('hex') })}\n`;
  };
  try {
    await pipeline(Readable.from(lines()), createGzip(), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }));
    await flush(unfinished);
    await rename(unfinished, path);
    await flush(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

/** Lines end with \n and nothing else: readline takes a few more characters for an end, which may stand in a note. */
const linesOf = async function* (source: AsyncIterable<string>) {
  let rest = '';
  for await (const chunk of source) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop()!;
    yield* parts;
  }
  if (rest !== '') throw new Error('it is cut');
};

/** The rows of an archive, one after the other; throws where it is cut or damaged, which is known at its end: check it first. */
const readThrough = async (path: string, row?: (table: string, row: Record<string, unknown>, text: string) => Promise<void> | void) => {
  const hash = createHash('sha256');
  const gunzip = createGunzip().setEncoding('utf8');
  const source = pipeline(createReadStream(path), gunzip);
  source.catch(() => {}); // told by the loop below, which meets it too
  let first: z.output<typeof head> | undefined;
  const counts: Record<string, number> = {};
  let before: string | undefined;
  for await (const text of linesOf(gunzip as AsyncIterable<string>)) {
    if (before !== undefined) {
      hash.update(`${before}\n`);
      if (!first) first = head.parse(JSON.parse(before));
      else {
        const told = line.parse(JSON.parse(before));
        counts[told.table] = (counts[told.table] ?? 0) + 1;
        await row?.(told.table, told.row, before);
      }
    }
    before = text;
  }
  await source;
  const last = end.parse(JSON.parse(before ?? ''));
  if (!first || last.sha256 !== hash.digest('hex') || JSON.stringify(last.rows) !== JSON.stringify(counts)) throw new Error('changed');
  return { year: first.year, madeAt: first.madeAt, installation: first.installation, rows: last.rows };
};

/** Reads an archive once from beginning to end, and throws a sentence when it is cut, damaged or none. */
export const checkArchiveFile = async (path: string): Promise<Archive> => {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  try {
    return await readThrough(path);
  } catch {
    throw new Error(`${path} is no whole archive of Comanda.`);
  }
};

/** Reads an archive that was checked, row by row; `text` is the whole line. */
export const readArchiveFile = async (
  path: string,
  row: (table: string, row: Record<string, unknown>, text: string) => Promise<void> | void,
): Promise<void> => void (await readThrough(path, row));
