// The rules of wire-2.md §3 once more, for the property test: with fractions that are cut down at once, piece by piece, and nothing of pricing.ts.

interface PlainLine {
  price: bigint;
  pieces: number;
  rate: number;
  taxed: 'exclusive' | 'inclusive' | null;
  /** Of the tax: two of one rate are two. */
  title: string;
  off: readonly { kind: string; value: bigint }[];
}

type Fraction = readonly [over: bigint, under: bigint];

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : divisor(b, a % b));
const cut = (over: bigint, under: bigint): Fraction => {
  const common = divisor(over, under) || 1n;
  return [over / common, under / common];
};
const plus = (a: Fraction, b: Fraction): Fraction => cut(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
const times = (a: Fraction, b: Fraction): Fraction => cut(a[0] * b[0], a[1] * b[1]);
const isLess = (a: Fraction, b: Fraction): boolean => a[0] * b[1] < b[0] * a[1];
/** Sums here are never below 0, so half away from zero is half up: counted up from the whole part. */
const nearest = ([over, under]: Fraction): bigint => {
  const down = over / under;
  return isLess([over - down * under, under], [1n, 2n]) ? down : down + 1n;
};
const percent = (value: bigint): Fraction => cut(value, 1_000_000n);

const afterLine = (line: PlainLine): bigint => {
  let rest = 0n;
  for (let piece = 0; piece < line.pieces; piece++) rest += line.price;
  for (const { kind, value } of line.off) {
    if (kind === 'percent') rest = nearest(times([rest, 1n], percent(1_000_000n - value)));
    else {
      const after = kind === 'price' ? value * BigInt(line.pieces) : rest - value;
      rest = after < 0n ? 0n : after > rest ? rest : after;
    }
  }
  return rest;
};

/** Gives units away by exact shares that come to them: the whole ones, then one by one, each to whom most is missing. */
const shareOut = (units: bigint, exact: readonly Fraction[]): bigint[] => {
  const given = exact.map(([over, under]) => over / under);
  for (let open = units - given.reduce((sum, part) => sum + part, 0n); open > 0n; open--) {
    let neediest = 0;
    const needs = exact.map((share, index) => plus(share, [-given[index]!, 1n]));
    for (const [index, need] of needs.entries()) if (isLess(needs[neediest]!, need)) neediest = index;
    given[neediest]! += 1n;
  }
  return given;
};

const shareByWeight = (units: bigint, weights: readonly bigint[]): bigint[] => {
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  if (all === 0n) return weights.map(() => 0n);
  return shareOut(
    units,
    weights.map((weight) => cut(units * weight, all)),
  );
};

/** What is left of each when so many units are taken off all of them. */
const giveAway = (units: bigint, rests: readonly bigint[]): bigint[] => {
  const given = shareByWeight(units, rests);
  return rests.map((rest, index) => rest - given[index]!);
};

/** The parts of a tax by their rates; of one that is paid back each part is paid back. */
export const partsAnotherWay = (tax: bigint, rates: readonly bigint[]): bigint[] =>
  tax < 0n ? partsAnotherWay(-tax, rates).map((part) => -part) : shareByWeight(tax, rates);

/** Up and down from where it is to the steps on both sides; the upper one where both are as far. */
export const cashAnotherWay = (sum: bigint, step: bigint): bigint => {
  if (step === 0n) return sum;
  for (let far = 0n; ; far++) {
    if ((sum + far) % step === 0n) return sum + far;
    if ((sum - far) % step === 0n) return sum - far;
  }
};

/** Net, tax, total, what each line comes to, and the tax by rate, in the order in which the taxes appear. */
export const costAnotherWay = (
  lines: readonly PlainLine[],
  off: readonly { kind: string; value: bigint }[],
  charges: readonly { kind: string; value: bigint; rate: number; taxed: PlainLine['taxed']; title: string }[],
) => {
  let rests = lines.map(afterLine);
  for (const { kind, value } of off) {
    const all = rests.reduce((sum, rest) => sum + rest, 0n);
    const units = kind === 'percent' ? nearest(times([all, 1n], percent(value))) : value > all ? all : value;
    rests = giveAway(units, rests);
  }
  const base = rests.reduce((sum, rest) => sum + rest, 0n);
  const charged = charges.map(({ kind, value }) => (kind === 'percent' ? nearest(times([base, 1n], percent(value))) : value));
  let net: Fraction = [0n, 1n];
  let total: Fraction = [0n, 1n];
  const exact: Record<string, Fraction> = {};
  for (const [index, { taxed, rate, title }] of [...lines, ...charges].entries()) {
    const sum: Fraction = [[...rests, ...charged][index]!, 1n];
    const more: Fraction = cut(1_000_000n + BigInt(rate), 1_000_000n);
    net = plus(net, taxed === 'inclusive' ? times(sum, [more[1], more[0]]) : sum);
    total = plus(total, taxed === 'exclusive' ? times(sum, more) : sum);
    if (taxed === null) continue;
    const key = `${title} at ${rate} ${taxed}`;
    const part = times(sum, cut(BigInt(rate), taxed === 'exclusive' ? 1_000_000n : 1_000_000n + BigInt(rate)));
    exact[key] = plus(exact[key] ?? [0n, 1n], part);
  }
  const [low, high] = [nearest(net), nearest(total)];
  const taxes = shareOut(high - low, Object.values(exact));
  return {
    rests,
    charged,
    net: low,
    tax: high - low,
    total: high,
    taxes: Object.keys(exact).map((key, index) => `${key}: ${taxes[index]}`),
  };
};
