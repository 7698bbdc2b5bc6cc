import { roundCash } from '#contract/adjustments.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { currencyOf } from '#contract/money-text.ts';
import { plainSum } from './money-text.ts';

/** Common notes, where they are not 5 to 100. */
const notes: Record<string, number[]> = {
  BHD: [1, 5, 10, 20],
  CHF: [10, 20, 50, 100],
  GBP: [5, 10, 20, 50],
  HUF: [500, 1000, 2000, 5000, 10_000, 20_000],
  IDR: [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000],
  INR: [10, 20, 50, 100, 200, 500],
  JPY: [1000, 5000, 10_000],
  KRW: [1000, 5000, 10_000, 50_000],
  KWD: [1, 5, 10, 20],
  OMR: [1, 5, 10, 20],
  VND: [10_000, 20_000, 50_000, 100_000, 200_000, 500_000],
};
const MOST = 3;

const notesFor = (due: number, code: string): number[] => {
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(due)) - 2);
  return notes[code] ?? [5, 10, 20, 50, 100].map((note) => note * scale);
};

const ascending = (sums: Iterable<bigint>): bigint[] => [...new Set(sums)].sort((a, b) => Number(a - b));

/** What a guest is likely to hand over for a sum, as decimals, smallest first: $61.56 → 65, 70, 80; $98 → 100, 120, 150. */
export const likelyCash = (due: number, code: string): number[] => {
  const { decimals } = currencyOf(code);
  const sum = toMinor(due, decimals) ?? 0n;
  if (sum <= 0n) return [];
  const notes = notesFor(due, code).map((note) => toMinor(note, decimals)!);
  const large = notes.slice(1).slice(-MOST);
  const above = (least: bigint) => large.map((note) => (least / note + 1n) * note);
  let likely = ascending(notes.map((note) => ((sum + note - 1n) / note) * note)).filter((given) => given > sum);
  const last = likely.at(-1) ?? sum;
  for (const least of [sum, last]) if (likely.length < MOST) likely = ascending([...likely, ...above(least)]);
  while (likely.length < MOST) likely = ascending([...likely, ...above(likely.at(-1)!)]);
  return likely.slice(0, MOST).map((given) => toDecimal(given, decimals));
};

const received = (given: string, decimals: number): bigint | undefined => toMinor(plainSum(given, decimals), decimals);

/** A sum as it is paid in cash, where the smallest sum is `step`; decimals. */
export const inCash = (sum: number, step: number, code: string): number => {
  const { decimals } = currencyOf(code);
  return toDecimal(roundCash(toMinor(sum, decimals) ?? 0n, toMinor(step, decimals) ?? 0n), decimals);
};

/** What was typed, as a decimal; undefined when it is no sum of this currency. */
export const receivedOf = (given: string, code: string): number | undefined => {
  const { decimals } = currencyOf(code);
  const sum = received(given, decimals);
  return sum === undefined ? undefined : toDecimal(sum, decimals);
};

/** What is handed back, as a decimal; negative when the money is short, undefined when `given` is no sum of this currency. */
export const changeOf = (given: string, due: number, code: string): number | undefined => {
  const { decimals } = currencyOf(code);
  const [taken, sum] = [received(given, decimals), toMinor(due, decimals)];
  return taken === undefined || sum === undefined ? undefined : toDecimal(taken - sum, decimals);
};
