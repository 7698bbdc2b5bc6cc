import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { currencies } from '#contract/currencies.ts';
import { openRaster } from '#server/platform/printing/raster.ts';
import { moneyIn } from './paper-money.rules.ts';

/** The signs of a font: its table `cmap`, in its form 4. */
const signsIn = (font: Buffer): Set<string> => {
  const names = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + at * 16);
  const table = font.readUInt32BE(names.find((at) => font.toString('latin1', at, at + 4) === 'cmap')! + 8);
  const forms = Array.from({ length: font.readUInt16BE(table + 2) }, (_, at) => table + font.readUInt32BE(table + 8 + at * 8));
  const signs = new Set<string>();
  for (const form of forms.filter((at) => font.readUInt16BE(at) === 4)) {
    const size = font.readUInt16BE(form + 6); // of each of its lists, in bytes
    for (let at = 0; at < size; at += 2)
      for (let sign = font.readUInt16BE(form + 16 + size + at); sign <= font.readUInt16BE(form + 14 + at); sign++)
        signs.add(String.fromCodePoint(sign));
  }
  return signs;
};

// a machine with fonts of its own draws what is missing here: the server's image has none
test('the fonts have the letters of all languages of their scripts, and what papers write for each currency', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'letters-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await openRaster(folder).drawLine({ left: 'a', right: '', align: 'left', bold: false, size: 1, isRule: false }, 384);
  const fonts = readdirSync(join(folder, 'fonts')).map((name) => signsIn(readFileSync(join(folder, 'fonts', name))));
  const isMissing = (sign: string) => !/\s/u.test(sign) && !fonts.some((signs) => signs.has(sign));
  const missing = (texts: readonly string[]) => texts.filter((text) => [...text].some(isMissing));

  expect(missing(['Phở bò đặc biệt', 'Bún chả nướng', 'Crème brûlée', 'Łódź', 'ĞğİıŞş', 'Ελλάδα', 'ᾠδή'])).toEqual([]);
  expect(missing(['Борщ', 'Ґанок', 'Қазы', 'Бешбармақ', 'Чөчмак', 'Өвөр', 'Җиләк'])).toEqual([]);
  expect(missing(currencies.map(({ code }) => moneyIn(code)(-1234)))).toEqual([]);
  expect(['THB', 'CHF', 'EUR'].map((code) => moneyIn(code)(-4))).toEqual(['-THB\u00a04.00', '-CHF\u00a04.00', '-€4.00']);
});
