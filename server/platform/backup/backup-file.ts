import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import * as z from 'zod';
import { openUnfinished } from '#server/platform/files/unfinished-files.ts';

// A backup is a tar of, in this order: head.json, the tables' rows (PostgreSQL's COPY text in parts), the pictures, end.json.
const HEAD = 'head.json';
const END = 'end.json';
const FORMAT = 1;
const NOTE_MAX = 16 * 1024 * 1024; // bytes of head.json and end.json, which are held in memory

const head = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** those executed in the database, in their order */
  migrations: z.array(z.string()).min(1),
  /** parents before children; generated columns are left out */
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) })).min(1),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })),
});
const end = z.object({
  /** rows of each table, in the order of the head */
  rows: z.array(z.number()),
  photos: z.number(),
  /** SHA-256 of all entries before this one: names, sizes, contents */
  sha256: z.string(),
});
export type BackupHead = Omit<z.output<typeof head>, 'format'>;
export type BackupEnd = Omit<z.output<typeof end>, 'sha256'>;

const addName = (hash: Hash, name: string, size: number) => hash.update(`${name}\0${size}\0`);

/** Flushes a file or a folder to the disk. */
export const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
};

export interface BackupWriter {
  add: (name: string, content: Buffer) => Promise<void>;
  /** Writes the end, and puts the whole file in its place. */
  finish: (end: BackupEnd) => Promise<void>;
  /** Leaves nothing behind. */
  discard: () => Promise<void>;
}

/** Begins a backup beside its place: killed at any moment, it leaves no file that looks whole. It is for its owner alone, as it holds everything. */
export const writeBackupFile = async (path: string, content: BackupHead): Promise<BackupWriter> => {
  if (existsSync(path)) throw new Error(`${path} is there already: choose another name, or take it away first.`);
  const unfinished = await openUnfinished(path, new Date(content.madeAt));
  const hash = createHash('sha256');
  const tar = pack();
  const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
  const written = pipeline(tar, file);
  written.catch(() => {}); // told by the entry that it ends

  const put = async (name: string, body: Buffer) => {
    try {
      await Promise.race([
        new Promise<void>((done, fail) => {
          // both are told where the file ends: an error without a listener would end the process, and leave half a file
          tar.entry({ name, mode: 0o600 }, body, (error) => (error ? fail(error) : done())).on('error', fail);
        }),
        written, // a full disk ends the file, and no entry is answered any more
      ]);
    } catch (error) {
      // the tar says only that it has ended; the file knows why
      tar.destroy(error as Error);
      await written;
      throw error;
    }
  };
  const add = async (name: string, body: Buffer) => {
    addName(hash, name, body.length).update(body);
    await put(name, body);
  };

  const writer: BackupWriter = {
    add,
    finish: async (rest) => {
      await put(END, Buffer.from(JSON.stringify({ ...rest, sha256: hash.digest('hex') })));
      tar.finalize();
      await written;
      await flush(unfinished);
      if (existsSync(path)) throw new Error(`${path} is there already: choose another name, or take it away first.`);
      await rename(unfinished, path);
      await flush(dirname(path));
    },
    discard: async () => {
      tar.destroy();
      await written.catch(() => {});
      await rm(unfinished, { force: true });
    },
  };
  try {
    await add(HEAD, Buffer.from(JSON.stringify({ format: FORMAT, ...content })));
  } catch (error) {
    await writer.discard();
    throw error;
  }
  return writer;
};

const readEntry = async (content: AsyncIterable<Buffer>, name: string, size: number): Promise<Buffer> => {
  if (size > NOTE_MAX) throw new Error(`${name} is too long`);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const parse = <T>(schema: z.ZodType<T>, content: Buffer): T => {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')));
  } catch {
    throw new Error('a part of it cannot be read');
  }
};

/** What is done with the entries between head and end; each has to be read to its end. */
interface BackupReader {
  head?: (head: BackupHead) => Promise<void>;
  entry?: (name: string, content: AsyncIterable<Buffer>) => Promise<void>;
}

const readThrough = async (path: string, reader: BackupReader) => {
  const hash = createHash('sha256');
  const entries = extract();
  const source = pipeline(createReadStream(path), entries);
  source.catch(() => {}); // told by the loop below, which meets it too
  let first: BackupHead | undefined;
  let last: z.output<typeof end> | undefined;
  for await (const entry of entries) {
    const { name, size = 0 } = entry.header;
    const content = entry as AsyncIterable<Buffer>;
    if (last) throw new Error('something follows its end');
    if (name === END) {
      last = parse(end, await readEntry(content, name, size));
      continue;
    }
    addName(hash, name, size);
    const hashed = (async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    })();
    if (!first) {
      if (name !== HEAD) throw new Error('it is no backup of Comanda');
      first = parse(head, await readEntry(hashed, name, size));
      await reader.head?.(first);
    } else if (reader.entry) await reader.entry(name, hashed);
    else for await (const chunk of hashed) void chunk;
  }
  await source;
  if (!first || !last) throw new Error('its end is missing');
  if (hash.digest('hex') !== last.sha256 || last.rows.length !== first.tables.length) throw new Error('its content was changed');
  return { head: first, end: last };
};

/** Reads a backup once from beginning to end and throws a sentence when it is cut, damaged or none. Nothing of it is kept but head and end. */
export const checkBackupFile = async (path: string): Promise<{ head: BackupHead; end: BackupEnd }> => {
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`);
  try {
    return await readThrough(path, {});
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} is not a whole backup and is not restored: ${reason}.`);
  }
};

/** Reads a backup that was checked, and hands its content on. */
export const readBackupFile = async (path: string, reader: BackupReader) => void (await readThrough(path, reader));
