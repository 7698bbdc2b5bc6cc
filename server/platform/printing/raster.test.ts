import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRaster } from './raster.ts';

const folder = mkdtempSync(join(tmpdir(), 'raster-'));
const { drawLine } = openRaster(folder);
afterAll(() => rmSync(folder, { recursive: true }));

/** The dots of a text, cut to its ink: true is black. */
const inkOf = async (text: string): Promise<boolean[][]> => {
  const line = { left: text, right: '', align: 'left', bold: false, size: 1, isRule: false } as const;
  const { width, height, grey } = await drawLine(line, 576);
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_dot, x) => grey[y * width + x]! < 128));
  const inked = rows.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [{ x, y }] : [])));
  const [xs, ys] = [inked.map(({ x }) => x), inked.map(({ y }) => y)];
  return rows.slice(Math.min(...ys), Math.max(...ys) + 1).map((row) => row.slice(Math.min(...xs), Math.max(...xs) + 1));
};
const widthOf = async (text: string): Promise<number> => (await inkOf(text))[0]?.length ?? 0;

/** What is drawn where no font has a sign is a box: ink along all four sides. */
const isBox = (ink: boolean[][]): boolean => {
  const sides = [ink[0]!, ink.at(-1)!, ink.map((row) => row[0]!), ink.map((row) => row.at(-1)!)];
  return sides.every((side) => side.filter(Boolean).length >= side.length * 0.8);
};

test('Chinese, Hindi and Arabic have letters of their own, and no boxes; what no font has is a box', async () => {
  const signs = ['宫', '鸡', 'प', 'ش', '\u{E000}'];
  const inks = [];
  for (const sign of signs) inks.push(await inkOf(sign));
  expect(inks.map((ink) => ink.length > 5)).toEqual(signs.map(() => true));
  expect(new Set(inks.map((ink) => JSON.stringify(ink))).size).toBe(signs.length);
  expect(inks.map(isBox)).toEqual([false, false, false, false, true]);
});

const menus = {
  Japanese: '醤油麺餃子鶏鮭鯖鰻漬蕎饂飩鯵鰆匂峠らあめんテブル',
  Korean: '비빔밥김치찌개',
  Thai: 'ผดไทย',
  Lao: 'ລາບ',
  Khmer: 'អាម',
  Burmese: 'မညးခ',
  Hebrew: 'פלאחש',
  Armenian: 'Խորոված',
  Georgian: 'ხაჭაპურ',
  Amharic: 'ዶሮወጥ',
  Bengali: 'ভতমছ',
  Gujarati: 'ઢકળ',
  Punjabi: 'ਲਸਪ',
  Kannada: 'ದಸಬ',
  Malayalam: 'മനകഅ',
  Sinhala: 'බතකර',
  Tamil: 'இடலசம',
  Telugu: 'దసబర',
};

test.each(Object.entries(menus))('a menu in %s has letters on paper, and no boxes', async (_, signs) => {
  const boxes = [];
  for (const sign of signs) if (isBox(await inkOf(sign))) boxes.push(sign);
  expect(boxes).toEqual([]);
});

test('letters of half and of full width are no boxes, and those of half width are read as the whole ones', async () => {
  const boxes = [];
  for (const sign of 'ｱｲｳｴｵﾗﾒﾝ｡｢ＡＢ１２￥～') if (isBox(await inkOf(sign))) boxes.push(sign);
  expect(boxes).toEqual([]);
  expect(await inkOf('ｷﾞｮｳｻﾞ')).toEqual(await inkOf('ギョウザ'));
});

test('emoji of a note are drawn, an allergy is no box; flags, skin tones, joined ones and keycaps are one sign each', async () => {
  const single = ['🥜', '🚫', '🦐', '🥛', '🐟', '🥚', '🌾', '⚠️'];
  const inks = await Promise.all(single.map(inkOf));
  expect(inks.map(isBox)).toEqual(single.map(() => false));
  expect(new Set(inks.map((ink) => JSON.stringify(ink))).size).toBe(single.length);
  const joined = ['🇮🇳', '👍🏽', '👩🏿‍🍳', '👨‍👩‍👧‍👦', '🏳️‍🌈', '1️⃣'];
  for (const sign of joined) expect(await widthOf(sign), sign).toBeLessThan(30);
  expect(await inkOf('🇮🇳')).not.toEqual(await inkOf('🇩🇪'));
});

test('fonts that could not be written are written at the next line', async () => {
  const taken = join(folder, 'taken');
  writeFileSync(taken, '');
  const raster = openRaster(taken);
  const line = { left: 'a', right: '', align: 'left', bold: false, size: 1, isRule: false } as const;
  await expect(raster.drawLine(line, 384)).rejects.toThrow('ENOTDIR');
  rmSync(taken);
  expect((await raster.drawLine(line, 384)).width).toBe(384);
});

test('a font that another process has open is not touched; one that is another comes in its place', async () => {
  const place = join(folder, 'shared');
  const fonts = join(place, 'fonts');
  const line = { left: 'a', right: '', align: 'left', bold: false, size: 1, isRule: false } as const;
  await openRaster(place).drawLine(line, 384);
  const names = readdirSync(fonts);
  const [kept, changed] = [join(fonts, names[0]!), join(fonts, names[1]!)];
  const { ino, mtimeMs } = statSync(kept);
  const whole = readFileSync(changed);
  const old = Buffer.from(whole);
  old[4] = 77; // of another release
  rmSync(changed);
  writeFileSync(changed, old);
  const open = openSync(changed, 'r');

  await openRaster(place).drawLine(line, 384);

  expect(statSync(kept)).toMatchObject({ ino, mtimeMs });
  expect(readFileSync(open).equals(old)).toBe(true);
  closeSync(open);
  expect(readFileSync(changed).equals(whole)).toBe(true);
  expect(readdirSync(fonts)).toEqual(names);
});

test('Arabic letters are joined', async () => {
  expect(await widthOf('شا')).toBeLessThan((await widthOf('ش')) + (await widthOf('ا')));
});

test('a name is broken before its price', async () => {
  const rowOf = async (left: string, right: string) => {
    const line = { left, right, align: 'left', bold: true, size: 2, isRule: false } as const;
    const { width, height, grey } = await drawLine(line, 384);
    // the columns that have ink
    return Array.from({ length: width }, (_, x) => Array.from({ length: height }, (_row, y) => grey[y * width + x]! < 128).some(Boolean));
  };
  const price = await rowOf('', '¥ 1,234.00');
  const begins = price.indexOf(true);
  const row = await rowOf('宫保鸡丁宫保鸡丁宫保鸡丁宫保鸡丁', '¥ 1,234.00');
  expect(row.slice(0, begins - 12).some(Boolean)).toBe(true);
  expect(row.slice(begins - 10, begins)).toEqual(Array(10).fill(false));
});

test('what belongs to the line above is drawn further to the right, as letters are printed', async () => {
  const beginOf = async (left: string, right = '') => {
    const { width, height, grey } = await drawLine({ left, right, align: 'left', bold: false, size: 1, isRule: false }, 384);
    return Array.from({ length: width }, (_, x) => x).find((x) =>
      Array.from({ length: height }, (_row, y) => y).some((y) => grey[y * width + x]! < 128),
    )!;
  };
  for (const [text, price] of [
    ['पनीर', ''],
    ['CGST 9%', '¥ 0.90'],
    ['宫'.repeat(40), '¥ 0.90'],
  ] as const)
    expect((await beginOf(`  ${text}`, price)) - (await beginOf(text, price))).toBe(24);
});

test('a word that is wider than the paper is broken: every document comes out', async () => {
  const drawn = async (text: string, dots: number, size: number, right = '') => {
    const line = { left: text, right, align: 'left', bold: true, size, isRule: false } as const;
    const { width, height, grey } = await drawLine(line, dots);
    expect([width, grey.length]).toEqual([dots, width * height]);
    return height;
  };
  for (const dots of [384, 576])
    for (const size of [1, 2, 4]) {
      const room = dots / 12 / size;
      for (const letters of ['W', 'क्षि', 'ﷺ', '宫', '👩‍🍳', '🥜', '🇮🇳', '1️⃣'])
        expect(await drawn(letters.repeat(room), dots, size)).toBeGreaterThan(0);
      // in two rows: nothing of it is cut off
      expect(await drawn('W'.repeat(room), dots, size)).toBeGreaterThan(await drawn('W', dots, size));
      await drawn('W', dots, size, 'W'.repeat(room));
    }
  // the line of a closing that proves it (fiscal.md)
  for (let at = 0; at < 60; at++) await drawn(createHash('sha256').update(String(at)).digest('hex').slice(0, 32), 384, 1);
});

test('what has no ink is a blank line, and keeps no ticket from being printed', async () => {
  for (const text of ['\u200d', '\u200c', '\u2800', '\ufe0f', '\u{e0100}', '\ufffc', '\u200d \u200d'])
    for (const [left, right] of [
      [text, ''],
      [text, '1.00'],
      ['Soup', text],
    ] as const) {
      const { width, height, grey } = await drawLine({ left, right, align: 'left', bold: false, size: 1, isRule: false }, 384);
      expect([height, grey.length]).toEqual([32, width * height]);
      expect(grey.some((dot) => dot < 128)).toBe(left === 'Soup' || right === '1.00');
    }
});
