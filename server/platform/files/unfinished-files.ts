import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mediaFolder } from './photos.ts';
import { publicId, systemRandom } from '#server/platform/clock-and-random.ts';

const DAY = 24 * 60 * 60 * 1000; // ms

/** Removes entries of a folder that have such a name and were not touched since `before`: whoever was writing them was killed. */
const removeUnfinished = async (folder: string, name: RegExp, before: Date): Promise<void> => {
  for (const entry of await readdir(folder).catch(() => [])) {
    if (!name.test(entry)) continue;
    const path = join(folder, entry);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
  }
};

/** A backup's second names of pictures, and the pictures of a restore. */
const OF_COMMANDS = /^(backup-held|restore)-\w{6}$/;
/** See writeAtomically. */
const HALF = /\.part$/;

/** Removes what commands and servers that were killed have left unfinished in the data directory. */
export const removeUnfinishedFiles = async (dataDir: string, before: Date): Promise<void> => {
  await removeUnfinished(dataDir, OF_COMMANDS, before);
  await removeUnfinished(join(dataDir, 'fonts'), HALF, before);
  const media = mediaFolder(dataDir);
  for (const tenant of await readdir(media).catch(() => []))
    for (const folder of [join(media, tenant), join(media, tenant, 'small')]) await removeUnfinished(folder, HALF, before);
};

/**
 * A name beside `path` for a file that is not whole yet. Of such files in that folder those go that were not written to for a day: what
 * cannot be removed keeps nobody from writing. Throws where there is no such folder.
 */
export const openUnfinished = async (path: string, now: Date): Promise<string> => {
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}: make it first.`);
  await removeUnfinished(dirname(path), /\.unfinished-([\w-]{21}|\d+)$/, new Date(now.getTime() - DAY)).catch(() => {});
  return `${path}.unfinished-${publicId(systemRandom)}`;
};
