import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { writeAtomically } from '#server/platform/files/write-atomically.ts';

const { resolve } = createRequire(import.meta.url);
const LATIN = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];
const INDIAN = ['devanagari', 'bengali', 'gujarati', 'gurmukhi', 'kannada', 'malayalam', 'sinhala', 'tamil', 'telugu'];
const OTHERS = ['arabic', 'hebrew', 'armenian', 'georgian', 'ethiopic', 'thai', 'lao', 'khmer', 'myanmar'];
/** Where two have a sign the first one draws it. */
const fonts = () => [
  ...LATIN.map((script) => resolve(`@fontsource/noto-sans/files/noto-sans-${script}-400-normal.woff`)),
  ...[...INDIAN, ...OTHERS].map((script) => resolve(`@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff`)),
  resolve('@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff'),
  resolve('@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-400-normal.woff'),
  resolve('@fontsource/noto-sans-kr/files/noto-sans-kr-korean-400-normal.woff'),
  resolve('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff'),
];
const FAMILY = 'Noto Sans';

/** Packages ship fonts for browsers, as WOFF: the tables of a TrueType font, each deflated. What draws here reads TrueType. */
const toTrueType = (woff: Buffer): Buffer => {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * 16);
  const power = 2 ** Math.floor(Math.log2(count));
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const parts: Uint8Array[] = [head];
  let offset = head.length;
  for (let table = 0; table < count; table++) {
    const at = 44 + table * 20;
    const [from, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const stored = woff.subarray(from, from + packed);
    const entry = 12 + table * 16;
    woff.copy(head, entry, at, at + 4);
    woff.copy(head, entry + 4, at + 16, at + 20);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(length, entry + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(packed < length ? inflateSync(stored) : stored, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
};

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!);

/** No font has katakana of half width, as tills and keyboards in Japan write them; a mark of its own joins the letter before it. */
const withWholeKana = (text: string): string => text.replace(/[\u{FF61}-\u{FF9F}]+/gu, (kana) => kana.normalize('NFKC'));

/** The emoji font has keycaps and joined emoji whole; by itself each part comes from the first font that has it. */
const withEmoji = (markup: string): string => markup.replace(/\p{RGI_Emoji}/gv, '<span face="Noto Emoji" fallback="false">$&</span>');

/** A note of joiners, Braille blanks or selectors has no ink: it is a blank line, and the rest of its ticket is printed. */
const orNothing = (error: Error): undefined => {
  if (!error.message.includes('no text to render')) throw error;
};

interface Shown {
  left: string;
  right: string;
  align: 'left' | 'center';
  bold: boolean;
  size: number;
  isRule: boolean;
}

const LINE = 32; // dots
const LETTER = 21;
const GAP = 12; // between a name and its price
const COLUMN = 12; // of letters of one width
const WHITE = { r: 255, g: 255, b: 255 };

/** Draws lines of text as a printer puts dots on paper, in the scripts of the fonts above, and emoji. */
export const openRaster = (dataDir: string) => {
  let opened: Promise<void> | undefined;

  /** A disk that was full for a moment keeps this node from drawing no longer than that. */
  const ready = (): Promise<void> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };

  const open = async () => {
    const folder = join(dataDir, 'fonts');
    for (const woff of fonts()) {
      const fontfile = join(folder, `${basename(woff, '.woff')}.ttf`);
      const font = toTrueType(await readFile(woff));
      // Other processes have it mapped: one that is cut under them ends them at the next letter, without a word.
      const known = await readFile(fontfile).catch(() => undefined);
      if (!known?.equals(font)) await writeAtomically(fontfile, font);
      // from then on every text finds it
      await sharp({ text: { text: '.', font: `${FAMILY} ${LETTER}`, fontfile, dpi: 72 } }).toBuffer();
    }
  };

  const drawText = async (text: string, { bold, size }: Shown, width: number, dots: number) => {
    if (text.trim() === '') return undefined;
    const letters = withEmoji(escaped(withWholeKana(text)));
    const markup = bold ? `<b>${letters}</b>` : letters;
    // a word that is wider than the paper is broken, too: letters here are wider than the columns that they were counted by
    const drawing = sharp({ text: { text: markup, font: `${FAMILY} ${LETTER * size}`, width, wrap: 'word-char', dpi: 72 } });
    // letters are white on black there; the ink of some reaches over their line's end
    const drawn = await drawing
      .negate({ alpha: false })
      .resize({ width: dots, withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true })
      .catch(orNothing);
    return drawn && { input: drawn.data, width: drawn.info.width, height: drawn.info.height };
  };

  /** One line, a byte a dot; its height is a multiple of 8. */
  const drawLine = async (line: Shown, dots: number) => {
    await ready();
    const right = await drawText(line.right, line, dots, dots);
    // a name is broken before its price, never printed over by it
    const room = right ? Math.max(LINE, dots - right.width - GAP) : dots;
    // what is drawn is cut to its ink
    const indent = Math.min(line.left.search(/\S|$/) * COLUMN * line.size, Math.floor(room / 2));
    const left = await drawText(line.left.trimStart(), line, room - indent, dots - indent);
    const height = Math.ceil(Math.max(LINE * line.size, left?.height ?? 0, right?.height ?? 0) / 8) * 8;
    const place = (text: typeof left, from: (room: number) => number) =>
      text ? [{ input: text.input, left: Math.max(0, from(dots - text.width)), top: Math.floor((height - text.height) / 2) }] : [];
    const rule = { create: { width: dots, height: 2, channels: 3 as const, background: 'black' } };
    const canvas = sharp({ create: { width: dots, height, channels: 3, background: WHITE } }).composite([
      ...place(left, (room) => (line.align === 'center' ? Math.floor(room / 2) : indent)),
      ...place(right, (room) => room),
      ...(line.isRule ? [{ input: rule, left: 0, top: height / 2 }] : []),
    ]);
    const grey = await canvas.greyscale().toColourspace('b-w').extractChannel(0).raw().toBuffer();
    return { width: dots, height, grey: new Uint8Array(grey) };
  };
  return { drawLine };
};
