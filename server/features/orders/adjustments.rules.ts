import { type Acting, sumUp, type Taken, takeOff } from '#contract/adjustments.ts';
import type { Currency } from '#contract/currencies.ts';
import type { AdjustmentKind } from '#contract/bill-costs.ts';
import type { AdjustmentBody } from '#contract/adjustment-fields.ts';
import { AppError, errorAt } from '#contract/errors.ts';
import { MAX_MINOR, toMinor, toRate } from '#contract/pricing.ts';
import { assertWithin } from '#contract/tenant-limits.ts';

/** An adjustment with all lines that it acts on, on whatever bill they are by now. */
export interface AdjustmentRow {
  id: number;
  check_id: number;
  /** Null: of the bill. */
  line_id: number | null;
  kind: AdjustmentKind;
  /** Minor units; of a percent 1/10,000 of a percent. */
  value: number;
  member_id: number | null;
  approver_id: number | null;
  lines: { line_id: number; amount: number }[];
  /** Minor units: what was taken back of it on some bill, while another has its part of it. */
  taken_back: number;
}

interface Line {
  id: number;
  /** Of which line it was split off. */
  half_of?: number | null;
  unit_price: number;
  quantity: number;
}

/** What an adjustment does on a bill. */
export interface Effect extends Acting {
  row: AdjustmentRow;
  taken: Taken;
  /** Minor units: what was noted of it on these lines before. */
  noted: bigint;
}

export interface Repriced {
  effects: Effect[];
  /** Money off each line, in minor units. */
  discounts: Map<number, bigint>;
}

/**
 * The value of an amount that is left for the lines of this bill: what other bills have of it since a split stays with them, and what was
 * taken back there comes to none.
 */
const valueHere = ({ kind, value, lines, taken_back }: AdjustmentRow, here: ReadonlyMap<number, number>): bigint => {
  if (kind !== 'amount') return BigInt(value);
  const elsewhere = lines.filter(({ line_id }) => !here.has(line_id)).reduce((sum, { amount }) => sum + BigInt(amount), BigInt(taken_back));
  return elsewhere > BigInt(value) ? 0n : BigInt(value) - elsewhere;
};

/** Of a line that was shared with other bills, or partly cancelled, what is off it here: it was shared by quantity, and stays so. */
const sharedHere = ({ kind, line_id: ofLine, lines }: AdjustmentRow, here: ReadonlyMap<number, number>): bigint | undefined => {
  if (ofLine === null || kind === 'amount' || lines.every(({ line_id }) => here.has(line_id))) return undefined;
  return sumUp(lines.filter(({ line_id }) => here.has(line_id)).map(({ amount }) => BigInt(amount)));
};

/**
 * What these adjustments, in their order, take off the unpaid lines of a bill (wire-2.md §3). What came after `without`, which was taken
 * back, is measured again.
 */
export const repriced = (lines: readonly Line[], adjustments: readonly AdjustmentRow[], without?: AdjustmentRow): Repriced => {
  const places = new Map(lines.map(({ id }, place) => [id, place]));
  const isMeasuredAgain = (row: AdjustmentRow) =>
    without?.line_id != null &&
    row.id > without.id &&
    row.lines.some((one) => without.lines.some(({ line_id }) => line_id === one.line_id));
  const acting = adjustments.map((row): Omit<Effect, 'taken'> => {
    const shared = isMeasuredAgain(row) ? undefined : sharedHere(row, places);
    return {
      row,
      kind: shared === undefined ? row.kind : 'amount',
      value: shared ?? valueHere(row, places),
      isOfLine: row.line_id !== null,
      on: row.lines.flatMap(({ line_id }) => places.get(line_id) ?? []),
      noted: sumUp(row.lines.flatMap(({ line_id, amount }) => (places.has(line_id) ? BigInt(amount) : []))),
    };
  });
  const left = lines.map(({ unit_price, quantity }) => BigInt(unit_price) * BigInt(quantity));
  const taken = takeOff(
    left,
    lines.map(({ quantity }) => quantity),
    acting,
    lines.map(({ id, half_of: of }) => of ?? id),
  );
  return {
    effects: acting.map((one, index) => ({ ...one, taken: taken[index]! })),
    discounts: new Map(lines.map(({ id, unit_price, quantity }, place) => [id, BigInt(unit_price) * BigInt(quantity) - left[place]!])),
  };
};

/** What an effect takes off in all. */
export const amountOf = ({ taken }: Pick<Effect, 'taken'>): bigint => sumUp(taken.off);

/** What it takes off by now beyond what was noted of it on these lines: on some that came since, that is nothing. */
export const grownOf = ({ noted, taken }: Effect): bigint => amountOf({ taken }) - noted;

/** 100 % in the unit of a percent's value. */
const WHOLE = 1_000_000;
const shareOf = (effect: Effect): number =>
  effect.row.kind === 'percent'
    ? effect.row.value / WHOLE
    : effect.taken.before === 0n
      ? 0
      : Number(amountOf(effect)) / Number(effect.taken.before);

/** What a member gave alone. */
const isOwn = ({ member_id: memberId, approver_id: approverId }: AdjustmentRow, member: number | null): boolean =>
  memberId === member && approverId === null;

/** What else is measured with an adjustment: what its giver gave alone; for an approver all of that giver, and what the approver allowed or gave. */
const countsWith = (row: AdjustmentRow, { member_id: giver }: AdjustmentRow, approver: number | undefined): boolean =>
  approver === undefined ? isOwn(row, giver) : row.member_id === giver || row.approver_id === approver || isOwn(row, approver);

/**
 * What one person takes off a line, or a bill, in all with this adjustment, as a percent of what was left: each by what was left before it.
 * What a colleague allowed counts only against the limit of an `approver`, who would else allow a little again and again. Where somebody takes something off both a line and the bill, it is measured on the sums, of the bill and of each such line.
 */
export const percentInAll = (effect: Effect, { effects, discounts }: Repriced, lines: readonly Line[], approver?: number): number => {
  const isMine = ({ row }: Effect) => row === effect.row || countsWith(row, effect.row, approver);
  const here = new Set(effect.on);
  const mine = effects.filter((one) => isMine(one) && one.on.some((place) => here.has(place)));
  const alike = mine.filter(({ isOfLine }) => isOfLine === effect.isOfLine);
  const nominal = 1 - alike.reduce((left, one) => left * (1 - shareOf(one)), 1);
  const percent = (part: number) => Math.round(part * 1e8) / 1e6;
  if (alike.length === mine.length) return percent(nominal);
  const offAt = new Map<number, bigint>();
  for (const { on, taken } of mine) for (const [at, place] of on.entries()) offAt.set(place, (offAt.get(place) ?? 0n) + taken.off[at]!);
  const shareOn = (places: readonly number[]): number => {
    const off = sumUp(places.map((place) => offAt.get(place) ?? 0n));
    const left = sumUp(
      places.map((place) => {
        const { id, unit_price, quantity } = lines[place]!;
        return BigInt(unit_price) * BigInt(quantity) - discounts.get(id)!;
      }),
    );
    return off === 0n ? 0 : Number(off) / Number(off + left);
  };
  // what comes off the bill comes off each line, and adds to what was taken off that alone
  const ofLines = new Set(mine.flatMap(({ isOfLine, on }) => (isOfLine ? on : [])));
  const alone = effect.isOfLine ? [] : effect.on.filter((place) => ofLines.has(place));
  return percent(Math.max(nominal, shareOn(effect.on), ...alone.map((place) => shareOn([place]))));
};

const refuse = (message: string) => errorAt('invalid_input', 'value', message);

/** What is stored of the value of an adjustment. Throws invalid_input for decimals that the currency does not have. */
export const readAdjustmentValue = ({ kind, value }: Pick<AdjustmentBody, 'kind' | 'value'>, { decimals }: Currency): number => {
  const read = kind === 'percent' ? toRate(value) : toMinor(value, decimals);
  if (read === undefined || read > MAX_MINOR)
    throw refuse(decimals === 0 ? 'This currency has no decimals!' : `A sum has at most ${decimals} decimals!`);
  return Number(read);
};

/** Refuses what would be too many on one bill, on which these would be then. */
export const assertFew = (adjustments: readonly Pick<AdjustmentRow, 'line_id'>[]): void => {
  const ofBill = adjustments.filter(({ line_id }) => line_id === null).length;
  assertWithin('billDiscounts', ofBill);
  assertWithin('lineDiscounts', adjustments.length - ofBill);
};

/** Refuses a price of a bill, and one that is above the old one. */
export const assertPrice = ({ kind, value }: { kind: AdjustmentKind; value: number }, line: Line | null): void => {
  if (kind !== 'price') return;
  if (line === null) throw new AppError('invalid_input', 'Only a line has a price of one piece!');
  if (value > line.unit_price) throw new AppError('conflict', 'The new price is above the old one!');
};
