import sharp from 'sharp';
import { expect, test } from 'vitest';
import { toPng } from './png.ts';

test('a PNG of a bit a dot has the dots of its parts below each other', async () => {
  const png = await toPng([Uint8Array.of(0x80, 0x01), Uint8Array.of(0xff, 0x00, 0x00, 0x0f)], 16);
  const { width, height, isPalette } = await sharp(png).metadata();
  expect({ width, height, isPalette }).toEqual({ width: 16, height: 3, isPalette: true });
  const grey = await sharp(png).greyscale().raw().toBuffer();
  const rows = [0, 1, 2].map((row) => [...grey.subarray(row * 16, row * 16 + 16)].map((dot) => (dot === 0 ? '#' : '.')).join(''));
  expect(rows).toEqual(['#..............#', '########........', '............####']);
});
