import CodepageEncoder, { type Codepage } from '@point-of-sale/codepage-encoder';
import { expect, test } from 'vitest';
import { codePages } from '#contract/printers.ts';
import type { StoreSettings } from '#contract/shown-settings.ts';
import { ticketOf } from './documents.rules.ts';
import { layOut, padded, printable, widthOf, wrap } from './layout.rules.ts';
import { hasAll, toEpos, toEscPos } from './writers.rules.ts';

test('no sign of a text commands a printer; what scripts need stays', () => {
  expect(printable('a\u001b@\u0010\u0004b\u0000\u009bc\u202e\u2028d\ud800')).toBe('a@bcd');
  expect(printable('क्\u200dष é')).toBe('क्\u200dष é');
});

test('lines are as wide as the paper, Chinese letters count twice, sums stand at the edge', () => {
  expect(widthOf('宫保 a')).toBe(6);
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('宫保鸡丁', 4)).toEqual(['宫保', '鸡丁']);
  const lines = layOut([{ kind: 'row', left: 'a very long title', right: '$1.00' }, { kind: 'rule' }], 12);
  expect(lines.map((line) => padded(line, 12))).toEqual(['a very long', 'title  $1.00', '------------']);
});

test('an emoji of several signs takes two columns and is broken nowhere', () => {
  for (const emoji of ['🥜', '❤️', '🇮🇳', '👍🏽', '👩🏿‍🍳', '👨‍👩‍👧‍👦', '🏳️‍🌈', '1️⃣']) {
    expect([emoji, widthOf(emoji)]).toEqual([emoji, 2]);
    expect(wrap(emoji.repeat(5), 5)).toEqual([emoji.repeat(2), emoji.repeat(2), emoji]);
  }
  expect(widthOf('No 12 #*')).toBe(8);
});

test('what a row is made of stands under it further to the right, to its last line', () => {
  const rows = [
    { kind: 'row' as const, left: 'GST 18%', right: '1.80' },
    { kind: 'row' as const, left: '  CGST 9%', right: '0.90' },
    { kind: 'row' as const, left: '  Central part 9%', right: '0.90' },
  ];
  expect(layOut(rows, 16).map((line) => padded(line, 16))).toEqual([
    'GST 18%     1.80',
    '  CGST 9%   0.90',
    '  Central part',
    '  9%        0.90',
  ]);
});

test('the name of a table is printed to its end, however long it is', () => {
  for (const [columns, title] of [
    [32, 'Terrace – Table 12'],
    [48, 'Conservatory, window seat number 3 left'],
    [32, 'W'.repeat(40)],
  ] as const) {
    const lines = layOut([{ kind: 'row', left: '#12', right: title, bold: true, size: 2 }], columns);
    expect(
      lines
        .map(({ right }) => right)
        .join('')
        .replaceAll(' ', ''),
    ).toBe(title.replaceAll(' ', ''));
    expect(lines.map(({ left }) => left).join('')).toBe('#12');
    for (const line of lines) expect(widthOf(padded(line, columns))).toBeLessThanOrEqual(columns / 2);
  }
});

test('a code page is asked whether it has every sign, and bytes hold no command of a title', async () => {
  expect(hasAll('Crème brûlée?', 'windows1252')).toBe(true);
  expect(hasAll('Łódź', 'windows1252')).toBe(false);
  expect(hasAll('plain', 'picture')).toBe(false);
  const lines = layOut([{ kind: 'text', text: 'x\u001bp\u0000\u0019\u00fa\n\u0010\u0014y' }], 32);
  const draw = async () => ({ width: 8, height: 8, grey: new Uint8Array(64) });
  const text = Buffer.from(await toEscPos(lines, { width: 57, codePage: 'windows1252' }, draw)).toString('latin1');
  expect(text).toContain('xp\u00fa');
  expect(text).not.toContain('\u001bp');
  expect(text).not.toContain('\u0010\u0014');
});

test('no sign is a command in any code page: an arrow of a note opens no drawer', async () => {
  const signs = Array.from({ length: 0x3000 }, (_, code) => printable(String.fromCharCode(code))).join('');
  const blank = (_: unknown, dots: number) => Promise.resolve({ width: dots, height: 8, grey: new Uint8Array(dots * 8).fill(255) });
  for (const codePage of codePages) {
    const letters = [...signs].filter((sign) => hasAll(sign, codePage)).join('');
    const bytes = codePage === 'picture' ? [] : CodepageEncoder.encode(letters, codePage as Codepage);
    expect([...bytes].filter((byte) => byte < 0x20 || byte === 0x7f)).toEqual([]);
    // ESC p is the drawer
    const paper = await toEscPos(layOut([{ kind: 'text', text: '! ←p0zz' }], 48), { width: 80, codePage }, blank);
    expect(Buffer.from(paper).toString('latin1')).not.toContain('\x1bp');
  }
});

test('a line that is drawn a hand high is one of a paper like any other: of one sign two dozen may fill it', async () => {
  const [line] = layOut([{ kind: 'text', text: '﷽'.repeat(24), bold: true, size: 2 }], 48);
  const picture = { width: 576, height: 8000, grey: new Uint8Array(576 * 8000) };

  const paper = await toEpos([line!], { width: 80, codePage: 'cp437' }, async () => picture);

  expect(/<image [^>]*>(.*)<\/image>/.exec(paper)![1]).toBe(`${'/'.repeat(((576 * 8000) / 8 / 3) * 4)}`);
});

test('a note takes no more paper than plain letters do: marks on one letter, signs of ten letters and line breaks are bounded', () => {
  const paperOf = (notes: string) => {
    const line = { item_title: 'Soup', variant_title: null, quantity: 1, notes, addons: null };
    const ticket = { kind: 'new' as const, station_title: 'Grill', token_no: 1, table_title: 'T 1', delivery_type: 'dinein' };
    const whole = { ...ticket, customer_name: null, guest_name: null, created_at: '2026-03-10T12:00:00Z', lines: [line] };
    return layOut(ticketOf(whole, { store: { timezone: 'UTC' } as StoreSettings }), 32).map(({ left }) => left);
  };
  const linesOf = (notes: string) => paperOf(notes).length - paperOf('a').length + 1;
  const plain = linesOf('W'.repeat(100));
  for (const notes of ['a\n'.repeat(50), 'a\r\n\r\n'.repeat(20), '\u2028a'.repeat(50), '﷽'.repeat(100), 'a﷽\n'.repeat(33)])
    expect([notes, linesOf(notes) <= plain + 3]).toEqual([notes, true]);
  expect(printable(`Nut${'\u0301\u200d'.repeat(50)}s`)).toBe(`Nut${'\u0301\u200d'.repeat(3)}s`);
  expect(widthOf('﷽')).toBeGreaterThan(10);
  // what is written so by people stays as it is
  for (const text of ['အကြွှေ့', 'ကြွေးမြီ', 'בְּרֵאשִׁ֖ית', 'الصَّلَّاةُ', 'क्ष्म्य', 'ผู้ใหญ่', '👩🏿‍🍳', '🏳️‍🌈', '﷽ Grill'])
    expect(printable(text)).toBe(text.normalize('NFC'));
  expect(paperOf('No nuts\nno milk').slice(-2)).toEqual(['  ! No nuts', '  no milk']);
  expect(paperOf('a\nb\nc\nd\ne\nf').slice(-1)).toEqual(['  e f']);
});
