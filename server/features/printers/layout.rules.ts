import { withFewMarks } from '#contract/guest-text.ts';

/** What a document is made of, before it is known how wide the paper is. */
export type Block =
  | { kind: 'text'; text: string; align?: 'left' | 'center'; bold?: boolean; size?: 1 | 2 | 4; indent?: number }
  | { kind: 'row'; left: string; right: string; bold?: boolean; size?: 1 | 2 }
  | { kind: 'rule' };

/** One line on paper. `right` stands at the right edge. */
export interface PaperLine {
  left: string;
  right: string;
  align: 'left' | 'center';
  bold: boolean;
  /** 1: as many letters as columns; 2: half as many, twice as high; 4: a quarter */
  size: 1 | 2 | 4;
  isRule: boolean;
}

/** Letters of 12 × 24 dots. */
export const columnsOf = (width: number): number => (width === 80 ? 48 : 32);
export const dotsOf = (width: number): number => columnsOf(width) * 12;

// controls, private and unassigned signs, lone halves, and marks that turn the direction of what follows; joiners stay: Hindi needs them
const UNSAFE = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60\p{Emoji_Presentation}\ufe0f]/u;
// a flag, a keycap or what joiners make one emoji of is one sign
const SIGNS = /(?=\p{Emoji})\p{RGI_Emoji}|./gsv;
const NO_WIDTH = /^[\p{M}\u200c\u200d]/u;
const signsOf = (text: string): readonly string[] => text.match(SIGNS) ?? [];

/** This sign is as wide as 18 letters. A menu may begin with it; a note of a hundred would take a foot of paper. */
const BASMALA = '\ufdfd';
const BASMALA_WIDTH = 18;

/** A text as a printer may get it: no sign in it commands anything, and none takes paper without end. */
export const printable = (text: string): string => {
  const safe = withFewMarks(
    text
      .replace(/[\t\u00a0\u202f]/g, ' ')
      .replace(UNSAFE, '')
      .normalize('NFC'),
  );
  const [before = '', ...after] = safe.split(BASMALA);
  return after.length === 0 ? before : before + BASMALA + after.join(' ');
};

/** Lines of a note that keep their breaks: each break of a guest's would be a line of paper. */
const NOTE_BREAKS = 4;

/** What a guest or a member wrote of a line, as it is printed. */
export const noteOf = (notes: string): string => {
  const lines = notes.split(/\s*[\n\r\v\f\u0085\u2028\u2029]\s*/);
  return [...lines.slice(0, NOTE_BREAKS), lines.slice(NOTE_BREAKS).join(' ')].filter(Boolean).join('\n');
};

const columnsOfSign = (sign: string): number => (sign === BASMALA ? BASMALA_WIDTH : NO_WIDTH.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1);

/** How many columns a text takes. */
export const widthOf = (text: string): number => {
  let width = 0;
  for (const sign of signsOf(text)) width += columnsOfSign(sign);
  return width;
};

const broken = (word: string, room: number): string[] => {
  const pieces = [''];
  let width = 0;
  for (const sign of signsOf(word)) {
    const more = widthOf(sign);
    if (width + more > room) {
      pieces.push('');
      width = 0;
    }
    pieces.push(pieces.pop()! + sign);
    width += more;
  }
  return pieces;
};

/** Breaks a text into lines of so many columns, between words where it can. */
export const wrap = (text: string, room: number): string[] => {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of printable(paragraph)
      .trimEnd()
      .split(' ')
      .flatMap((one) => broken(one, room)))
      if (line === '') line = word;
      else if (widthOf(line) + 1 + widthOf(word) <= room) line += ` ${word}`;
      else {
        lines.push(line);
        line = word;
      }
    lines.push(line);
  }
  return lines;
};

const plain = { left: '', right: '', align: 'left', bold: false, size: 1, isRule: false } as const;

const linesOf = (block: Block, columns: number): PaperLine[] => {
  if (block.kind === 'rule') return [{ ...plain, isRule: true }];
  const { bold = false, size = 1 } = block;
  const room = Math.floor(columns / size);
  if (block.kind === 'text') {
    const { align = 'left', indent = 0 } = block;
    return wrap(block.text, room - indent).map((text) => ({ ...plain, left: ' '.repeat(indent) + text, align, bold, size }));
  }
  const [right = '', ...more] = wrap(block.right, room);
  const [indent = ''] = /^ */.exec(block.left)!; // of what belongs to the row above
  const left = wrap(block.left, room - indent.length).map((text) => indent + text);
  const last = left.at(-1)!;
  // what does not fit beside the sum stands above it, and the rest of a long name at the right below
  const isBeside = widthOf(last) + 1 + widthOf(right) <= room;
  return [
    ...left.slice(0, isBeside ? -1 : undefined).map((text): PaperLine => ({ ...plain, left: text, bold, size })),
    { ...plain, left: isBeside ? last : '', right, bold, size },
    ...more.map((text): PaperLine => ({ ...plain, right: text, bold, size })),
  ];
};

/** Lines of one paper: eight metres. */
export const LINES_MAX = 2000;

/** No printer gets it, however often it is tried. */
export class TooLong extends Error {}

/** The lines of a document on paper of so many columns; what is too long for a printer is not laid out to its end. */
export const layOut = (blocks: readonly Block[], columns: number): PaperLine[] => {
  const lines: PaperLine[] = [];
  for (const block of blocks) {
    lines.push(...linesOf(block, columns));
    if (lines.length > LINES_MAX) throw new TooLong(`More than ${LINES_MAX} lines.`);
  }
  return lines;
};

/** A line as letters of one width. */
export const padded = ({ left, right, size, isRule }: PaperLine, columns: number): string => {
  const room = Math.floor(columns / size);
  if (isRule) return '-'.repeat(columns);
  return right === '' ? left : left + ' '.repeat(Math.max(left === '' ? 0 : 1, room - widthOf(left) - widthOf(right))) + right;
};
