import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { AppError } from '#contract/errors.ts';
import { openPhotoFiles, readSmallPhoto, replacePhoto } from './photos.ts';
import { systemRandom } from '#server/platform/seams.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'photos-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Stores a picture whose note fails; answers what is stored then. */
const storedAfter = async (failure: Error) => {
  const stored = new Set<string>();
  const photos = {
    put: async () => {
      stored.add('/media/1/new.webp');
      return '/media/1/new.webp';
    },
    remove: async (_: number, address: string) => void stored.delete(address),
    removeAll: async () => stored.clear(),
  };
  const receive = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  const write = () => Promise.reject(failure);
  await expect(replacePhoto({ session: { tenantId: 1 }, photos, receive }, write)).rejects.toBe(failure);
  return [...stored];
};

test('a picture whose note was refused goes; one of which nobody knows whether it is noted stays', async () => {
  expect(await storedAfter(new AppError('invalid_input', 'This item does not exist!'))).toEqual([]);
  expect(await storedAfter(new Error('Query read timeout'))).toEqual(['/media/1/new.webp']);
});

/** A picture whose small one was never made, and the place of that. */
const putPhoto = async () => {
  const webp = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  const name = (await openPhotoFiles(dataDir, systemRandom).put(1, webp)).split('/').at(-1)!;
  mkdirSync(join(dataDir, 'media', '1', 'small'), { recursive: true });
  return { name, small: join(dataDir, 'media', '1', 'small', name) };
};

test('what another node is writing of the same small photo is left alone', async () => {
  const { name, small } = await putPhoto();
  writeFileSync(`${small}.part`, 'half of it');

  const made = await readSmallPhoto(dataDir, '1', name);

  expect(readFileSync(`${small}.part`, 'utf8')).toBe('half of it');
  expect(readFileSync(small).equals(made!)).toBe(true);
});

test('a small photo that is empty is made anew', async () => {
  const { name, small } = await putPhoto();
  writeFileSync(small, '');

  const made = await readSmallPhoto(dataDir, '1', name);

  expect((await sharp(made).metadata()).width).toBe(192);
  expect(readFileSync(small).equals(made!)).toBe(true);
});
