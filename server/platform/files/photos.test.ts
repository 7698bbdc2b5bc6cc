import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { AppError } from '#contract/errors.ts';
import { openPhotoFiles, readSmallPhoto, replacePhoto } from './photos.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';

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

test('a small photo that is empty is made again', async () => {
  const { name, small } = await putPhoto();
  writeFileSync(small, '');

  const made = await readSmallPhoto(dataDir, '1', name);

  expect((await sharp(made).metadata()).width).toBe(192);
  expect(readFileSync(small).equals(made!)).toBe(true);
});

/** Uploads of many tenants, which arrive when the test says so. */
const openUploads = () => {
  const stored: number[] = [];
  const photos = {
    put: async (tenantId: number) => {
      stored.push(tenantId);
      return '/media/1/new.webp';
    },
    remove: async () => {},
    removeAll: async () => {},
  };
  const asked: number[] = [];
  const arrival = Promise.withResolvers<Buffer>();
  const upload = (tenantId: number) => {
    const receive = () => {
      asked.push(tenantId);
      return arrival.promise;
    };
    return replacePhoto({ session: { tenantId }, photos, receive }, async () => null).then(
      () => 'stored',
      ({ code, extras }: AppError) => [code, extras.retryAfter],
    );
  };
  const arrive = async () =>
    arrival.resolve(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
  return { upload, arrive, asked, stored };
};

test('nothing more is received of a tenant with three pictures under way, nor of anybody once 60 are', async () => {
  const { upload, arrive, asked } = openUploads();
  const ofOne = Array.from({ length: 10 }, () => upload(1));
  const ofOthers = Array.from({ length: 60 }, (_, at) => upload(2 + at));

  expect(asked).toEqual([1, 1, 1, ...Array.from({ length: 57 }, (_, at) => 2 + at)]);

  await arrive();
  const refusals = (await Promise.all([...ofOne, ...ofOthers])).filter((answer) => answer !== 'stored');
  expect(refusals).toEqual([...Array(7).fill(['too_many', 5]), ...Array(3).fill(['unavailable', 5])]);
  // there is room again
  expect(await upload(1)).toBe('stored');
});

test('tenants have their pictures decoded in turn, however many one of them has sent', async () => {
  const { upload, arrive, stored } = openUploads();
  const all = [1, 1, 1, 2, 3].map((tenantId) => upload(tenantId));

  await arrive();
  await Promise.all(all);

  expect(stored).toEqual([1, 1, 2, 3, 1]);
});
