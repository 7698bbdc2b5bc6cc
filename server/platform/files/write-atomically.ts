import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { publicId, systemRandom } from '#server/platform/clock-and-random.ts';

/**
 * Puts a whole file in its place. Other processes share the directory: each writes under a name of its own, and whoever has the
 * former file open or mapped keeps it as it was.
 */
export const writeAtomically = async (file: string, content: Uint8Array): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  // serveMedia does not serve this name, so that nobody ever keeps half a picture for a year
  const unfinished = `${file}.${publicId(systemRandom)}.part`;
  try {
    await writeFile(unfinished, content, { flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};
