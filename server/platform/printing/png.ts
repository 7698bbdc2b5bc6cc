import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const WHITE_AND_BLACK = Buffer.from([255, 255, 255, 0, 0, 0]);
const deflated = promisify(deflate);

const chunk = (type: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** A picture of parts below each other as a PNG: a bit a dot, 1 is black; `width` in dots, a multiple of 8. sharp would hold 4 bytes of each dot. */
export const toPng = async (parts: readonly Uint8Array[], width: number): Promise<Buffer> => {
  const rows = Buffer.concat(parts);
  const [bytes, height] = [width / 8, (rows.length * 8) / width];
  // before each row stands how it is filtered: not at all
  const filtered = Buffer.alloc((bytes + 1) * height);
  for (let row = 0; row < height; row++) rows.copy(filtered, row * (bytes + 1) + 1, row * bytes, (row + 1) * bytes);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 3], 8); // a bit a dot, which is a place in the palette
  const chunks = [
    chunk('IHDR', head),
    chunk('PLTE', WHITE_AND_BLACK),
    chunk('IDAT', await deflated(filtered)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...chunks]);
};
