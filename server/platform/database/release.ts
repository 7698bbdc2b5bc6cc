import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  name: string;
  text: string;
  /** the last migration of the oldest release that may run beside a database that has this one */
  compatibleWith: string;
  /** the back-fills that have to be done before it */
  needs: string[];
}

/** What a release makes of a database (docs/decisions/0021-upgrades.md). */
export interface Release {
  migrations: Migration[];
  /** functions and views, in the order in which they are replaced */
  functions: { name: string; text: string }[];
  backFills: { name: string; text: string }[];
  /** differs when functions or views do */
  fingerprint: string;
}

const sqlFiles = (folder: URL) =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), text: readFileSync(new URL(file, folder), 'utf8') }));

const told = (text: string, word: string) => [...text.matchAll(new RegExp(`^-- ${word}: (\\S+)$`, 'gm'))].map(([, name]) => name!);

/**
 * Reads a release's `migrations`, `functions` and `back-fills`. A migration says in comment lines of its own `-- compatible-with: <migration>`,
 * without which no older release runs beside it, and `-- needs-back-fill: <name>`.
 */
export const readRelease = (folder = new URL('../../../db/', import.meta.url)): Release => {
  const functions = sqlFiles(new URL('functions/', folder));
  return {
    migrations: sqlFiles(new URL('migrations/', folder)).map(({ name, text }) => ({
      name,
      text,
      compatibleWith: told(text, 'compatible-with')[0] ?? name,
      needs: told(text, 'needs-back-fill'),
    })),
    functions,
    backFills: sqlFiles(new URL('back-fills/', folder)),
    fingerprint: createHash('sha256')
      .update(functions.map(({ text }) => text).join('\0'))
      .digest('hex'),
  };
};
