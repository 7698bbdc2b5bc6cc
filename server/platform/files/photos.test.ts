import { expect, test } from 'vitest';
import sharp from 'sharp';
import { AppError } from '#contract/errors.ts';
import { replacePhoto } from './photos.ts';

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
