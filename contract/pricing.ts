export type TaxType = 'exclusive' | 'inclusive';

export interface LineTax {
  id: number | null;
  title: string;
  /** In 1/10,000 of a percent, 0 to 1,000,000: 5 % is 50,000. */
  rate: number;
  type: TaxType;
  /** What it is made of, each with its rate; they add up to it. */
  parts?: readonly TaxPart[] | null;
}

/** A part of a tax, such as CGST and SGST of one GST. */
export interface TaxPart {
  title: string;
  /** As in LineTax. */
  rate: number;
}

export interface PricedLine {
  /** Minor units: variant or base price plus addons. */
  unitPrice: bigint;
  /** A whole number. */
  quantity: number;
  tax: LineTax | null;
  /** Money off the line in minor units, already spread from the bill; none when it is left out. */
  discount?: bigint;
}

/** Minor units; `tax` is always `total` − `net`. */
export interface Totals {
  net: bigint;
  tax: bigint;
  total: bigint;
}

export interface TaxShare {
  title: string;
  rate: number;
  type: TaxType;
  /** Minor units. */
  tax: bigint;
  /** Of the first line with this tax. */
  parts: readonly TaxPart[];
}

/** The largest sum, in minor units, that a JSON number still carries without loss. */
export const MAX_MINOR: bigint = BigInt(Number.MAX_SAFE_INTEGER);

/** 100 % in the unit of LineTax.rate. */
const whole = 1_000_000n;

/** A fraction as a whole number, half away from zero. The denominator is above 0. */
export const roundHalfAway = (numerator: bigint, denominator: bigint): bigint =>
  numerator < 0n ? -((denominator - 2n * numerator) / (2n * denominator)) : (denominator + 2n * numerator) / (2n * denominator);

/** What one piece costs in minor units: the variant's price, or else the dish's own, and the addons' on top (part-2 §5). */
export const unitPriceOf = (base: bigint, variant: bigint | null, addons: readonly bigint[]): bigint =>
  addons.reduce((sum, addon) => sum + addon, variant ?? base);

/** A tax in the columns of a line: in the database with a rate as in LineTax, on the wire with a percentage. */
export interface TaxColumns {
  tax_id: number | null;
  tax_title: string | null;
  tax_rate: number | null;
  tax_type: TaxType | null;
  /** As JSON of the database. */
  tax_parts?: unknown;
}

/** The tax of a line that has it in columns, with the rate in their unit. */
export const lineTaxOf = ({ tax_id: id, tax_title, tax_rate: rate, tax_type: type, tax_parts }: TaxColumns): LineTax | null =>
  type === null || rate === null ? null : { id, title: tax_title ?? '', rate, type, parts: (tax_parts ?? null) as TaxPart[] | null };

/** Unit price × quantity in minor units, without exclusive tax (wire.md §4). RangeError when the quantity is no whole number. */
export const lineTotal = (line: PricedLine): bigint => line.unitPrice * BigInt(line.quantity);

/** What a line comes to in minor units: its total less the money off it, without exclusive tax (wire-2.md §3). */
export const lineLeft = (line: PricedLine): bigint => lineTotal(line) - (line.discount ?? 0n);

/**
 * Net, tax and total of a cart, check or invoice in minor units: exact sums, rounded once, half away from zero;
 * tax = total − net (wire.md §4). Throws a RangeError when a quantity or a rate is not a whole number.
 */
export const addUp = (lines: readonly PricedLine[]): Totals => {
  let untaxed = 0n;
  let exclusive = 0n;
  let onTop = 0n;
  const inclusive = new Map<number, bigint>();
  for (const line of lines) {
    const sum = lineLeft(line);
    const tax = line.tax;
    if (tax === null || tax.rate === 0) untaxed += sum;
    else if (tax.type === 'exclusive') {
      exclusive += sum;
      onTop += sum * BigInt(tax.rate);
    } else inclusive.set(tax.rate, (inclusive.get(tax.rate) ?? 0n) + sum);
  }
  let inside = 0n;
  let numerator = 0n;
  let denominator = 1n;
  for (const [rate, sum] of inclusive) {
    const divisor = whole + BigInt(rate);
    inside += sum;
    numerator = numerator * divisor + sum * whole * denominator;
    denominator *= divisor;
  }
  const total = roundHalfAway((untaxed + exclusive + inside) * whole + onTop, whole);
  const net = roundHalfAway((untaxed + exclusive) * denominator + numerator, denominator);
  return { net, tax: total - net, total };
};

interface Row {
  share: TaxShare;
  /** Sum of what the lines come to. */
  sum: bigint;
  /** What rounding down left over, as remainder / divisor of a minor unit. */
  remainder: bigint;
  divisor: bigint;
}

const byRemainder = (a: Row, b: Row): number => {
  const difference = b.remainder * a.divisor - a.remainder * b.divisor;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};

/**
 * The tax of `addUp` by title, rate and type, in order of first appearance, in minor units; untaxed lines have no row.
 * Rows are rounded by the largest remainder, so that they add up to it exactly (wire.md §4). Throws like `addUp`.
 */
export const splitTax = (lines: readonly PricedLine[]): TaxShare[] => {
  const rows = new Map<string, Row>();
  for (const line of lines) {
    if (line.tax === null) continue;
    const { title, rate, type, parts } = line.tax;
    const key = `${rate} ${type} ${title}`;
    const row = rows.get(key);
    if (row) row.sum += lineLeft(line);
    else rows.set(key, { share: { title, rate, type, tax: 0n, parts: parts ?? [] }, sum: lineLeft(line), remainder: 0n, divisor: 1n });
  }
  let left = addUp(lines).tax;
  for (const row of rows.values()) {
    const rate = BigInt(row.share.rate);
    row.divisor = row.share.type === 'exclusive' ? whole : whole + rate;
    // Rounded down, also below zero, where BigInt division would round up.
    row.remainder = (((row.sum * rate) % row.divisor) + row.divisor) % row.divisor;
    row.share.tax = (row.sum * rate - row.remainder) / row.divisor;
    left -= row.share.tax;
  }
  // What is left is never below 0 nor more than the rows with a remainder: total and net are each off by half a unit at most.
  for (const row of [...rows.values()].sort(byRemainder).slice(0, Number(left))) row.share.tax += 1n;
  return [...rows.values()].map((row) => row.share);
};

// At most 17 digits before the point, so that no text however long is turned into a number (MAX_MINOR has 16).
const plain = /^(-?)0*(\d{1,17})(?:\.(\d+))?$/;

/**
 * Reads a decimal of the wire, "4.50" or 4.5, as minor units of a currency with `decimals` digits (wire.md §1).
 * Undefined when it is no plain decimal number, has more decimals (zeros at the end are fine) or lies beyond ±MAX_MINOR.
 */
export const toMinor = (value: string | number, decimals: number): bigint | undefined => {
  // A number whose text has an exponent is either no whole number or beyond MAX_MINOR, so the pattern may refuse it.
  const found = plain.exec(String(value));
  if (!found) return undefined;
  const [, sign, digits = '', fraction = ''] = found;
  if (!/^0*$/.test(fraction.slice(decimals))) return undefined;
  const size = BigInt(digits + fraction.slice(0, decimals).padEnd(decimals, '0'));
  if (size > MAX_MINOR) return undefined;
  return sign ? -size : size;
};

/** Writes minor units with exactly `decimals` digits after the point: '4.50', '-0.05', '12'. */
export const toText = (minor: bigint, decimals: number): string => {
  const sign = minor < 0n ? '-' : '';
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0');
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

/** Minor units as the JSON number of the wire (wire.md §1): the one nearest to the exact decimal. */
export const toDecimal = (minor: bigint, decimals: number): number => Number(toText(minor, decimals));

/** Reads a percentage from 0 to 100 with up to 4 decimals as 1/10,000 of a percent (wire.md §1); undefined when it is none. */
export const toRate = (value: string | number): number | undefined => {
  const rate = toMinor(value, 4);
  return rate === undefined || rate < 0n || rate > whole ? undefined : Number(rate);
};

/** A tax of the wire, whose rate is a percentage, as the money functions read it; null when that is none. */
export const readTax = (tax: Omit<LineTax, 'parts'> | null): LineTax | null => {
  const rate = tax ? toRate(tax.rate) : undefined;
  return tax && rate !== undefined ? { ...tax, rate } : null;
};

/** A rate in 1/10,000 of a percent as the percentage of the wire: 50,000 is 5. */
export const toPercent = (rate: number): number => rate / 10_000;

/**
 * Whether a sum that a client sent differs from the right one, in minor units, by at most one minor unit (wire.md §4).
 * It may carry the noise of float arithmetic: less than a thousandth of a minor unit is not looked at. False for what is no number.
 */
export const isClose = (sent: number | string, right: bigint, decimals: number): boolean => {
  const shown = decimals + 3;
  const found = plain.exec(typeof sent === 'number' ? sent.toFixed(shown) : sent);
  if (!found) return false;
  const [, sign, digits = '', fraction = ''] = found;
  const size = BigInt(digits + fraction.slice(0, shown).padEnd(shown, '0')) + (fraction.charAt(shown) >= '5' ? 1n : 0n);
  const difference = (sign ? -size : size) - right * 1000n;
  return -1000n <= difference && difference <= 1000n;
};
