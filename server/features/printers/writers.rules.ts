import CodepageEncoder, { type Codepage } from '@point-of-sale/codepage-encoder';
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import type { CodePage } from '#contract/printers.ts';
import { columnsOf, dotsOf, padded, type PaperLine } from './layout.rules.ts';

/** A picture of one line: a byte a dot, 0 is black. Its width and height are multiples of 8. */
export interface Picture {
  width: number;
  height: number;
  grey: Uint8Array;
}
export type Draw = (line: PaperLine, dots: number) => Promise<Picture>;

export interface Paper {
  width: number;
  codePage: CodePage;
}

const QUESTION_MARK = 0x3f;

/** The arrows, suits and bullets of DOS stand where a printer reads commands: ← is ESC there, ► is DLE, § is NAK. */
const isControl = (byte: number) => byte < 0x20 || byte === 0x7f;

/** Whether a code page has every sign of a text, as a letter: what it lacks becomes a question mark. */
export const hasAll = (text: string, codePage: CodePage): boolean => {
  if (codePage === 'picture') return false;
  const bytes = CodepageEncoder.encode(text, codePage as Codepage);
  return (
    bytes.filter((byte) => byte === QUESTION_MARK).length === text.split('?').length - 1 &&
    bytes.length === [...text].length &&
    !bytes.some(isControl)
  );
};

/** Chinese printers read two letters above 127 as one sign, until they are told not to. */
const NO_DOUBLE_BYTES = [0x1c, 0x2e];

const BLACK = 128;

/** Lines that are encoded at a time: of a picture the encoder holds many times its bytes. */
const BAND = 50;

/** For printers that understand ESC/POS. */
export const toEscPos = async (lines: readonly PaperLine[], { width, codePage }: Paper, draw: Draw): Promise<Uint8Array> => {
  const columns = columnsOf(width);
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns,
    imageMode: 'raster',
    codepageMapping: 'epson',
    feedBeforeCut: 4,
  });
  encoder.initialize().raw(NO_DOUBLE_BYTES);
  if (codePage !== 'picture') encoder.codepage(codePage as Codepage);
  const parts: Uint8Array[] = [];
  for (const [at, line] of lines.entries()) {
    if (at > 0 && at % BAND === 0) parts.push(encoder.encode());
    const text = padded(line, columns);
    if (hasAll(text, codePage)) encoder.align(line.align).bold(line.bold).size(line.size, line.size).line(text).size(1, 1).bold(false);
    else {
      const { width: dots, height, grey } = await draw(line, dotsOf(width));
      const data = new Uint8ClampedArray(dots * height * 4);
      for (const [at, value] of grey.entries()) data.set([value, value, value, 255], at * 4);
      encoder.align('left').image({ width: dots, height, data, colorSpace: 'srgb' }, dots, height, 'threshold', BLACK);
    }
  }
  return Buffer.concat([...parts, encoder.align('left').cut('partial').encode()]);
};

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** A bit a dot, 1 is black, as printers take pictures. */
const toBits = ({ grey }: Picture): Uint8Array => {
  const bits = new Uint8Array(Math.ceil(grey.length / 8));
  for (const [at, value] of grey.entries()) if (value < BLACK) bits[at >> 3]! |= 0x80 >> (at & 7);
  return bits;
};

/** The dots of all lines below each other: of each line that was drawn a bit a dot is kept, for bytes of a long paper would be 40 MB. */
export const toDots = async (lines: readonly PaperLine[], dots: number, draw: Draw): Promise<Uint8Array[]> => {
  const drawn: Uint8Array[] = [];
  for (const line of lines) drawn.push(toBits(await draw(line, dots)));
  return drawn;
};

const flag = (value: boolean): string => (value ? 'true' : 'false');

/** For printers that understand ePOS-Print XML. */
export const toEpos = async (lines: readonly PaperLine[], { width, codePage }: Paper, draw: Draw): Promise<string> => {
  const parts: string[] = [];
  for (const line of lines) {
    const text = padded(line, columnsOf(width));
    if (hasAll(text, codePage))
      parts.push(
        `<text lang="en" align="${line.align}" em="${flag(line.bold)}" width="${line.size}" height="${line.size}">${escaped(text)}&#10;</text>`,
      );
    else {
      const picture = await draw(line, dotsOf(width));
      const bits = Buffer.from(toBits(picture)).toString('base64');
      parts.push(
        `<text align="left"/><image width="${picture.width}" height="${picture.height}" color="color_1" mode="mono">${bits}</image>`,
      );
    }
  }
  return `<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">${parts.join('')}<cut type="feed"/></epos-print>`;
};

/** Epson's answer to a printer that asks for work. */
export const toPrintRequest = (jobId: number, document: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><PrintRequestInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid><timeout>10000</timeout><printjobid>${jobId}</printjobid></Parameter><PrintData>${document}</PrintData></ePOSPrint></PrintRequestInfo>`;

/** What a printer of Epson's says of a job: which, whether it was printed, and whether paper is out. */
export const readPrintResponse = (xml: string): { jobId: number | undefined; isPrinted: boolean; isOutOfPaper: boolean } => {
  const jobId = /<printjobid>\s*(\d{1,15})\s*<\/printjobid>/.exec(xml)?.[1];
  // in two steps, each bounded: one pattern over all of it would go back and forth over what a stranger wrote
  const response = /<response\s[^<>]{0,500}/.exec(xml)?.[0] ?? '';
  const isPrinted = /\ssuccess="(?:true|1)"/.test(response);
  return { jobId: jobId === undefined ? undefined : Number(jobId), isPrinted, isOutOfPaper: /\bcode="EPTR_REC_EMPTY"/.test(xml) };
};
