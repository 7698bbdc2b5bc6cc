import { AppError } from '#contract/errors.ts';
import { chargeLine, type ChargeRule, discountOfPieces, least, sumUp } from '#contract/adjustments.ts';
import { addUp, lineLeft, splitTax, type TaxPart } from '#contract/pricing.ts';
import { type Currency, formatMoney } from '#contract/currencies.ts';
import type { LineRow } from '#server/features/orders/order-board.queries.ts';
import { toShare } from '#server/features/prices/charges.rules.ts';
import type { Said } from '#server/features/prices/hashed-invoice.rules.ts';
import { toPriced } from '#server/features/prices/cart.rules.ts';

/** Of one rate: the line totals it is of, and the tax. */
interface TaxLeft {
  title: string;
  rate: number;
  type: 'exclusive' | 'inclusive';
  sales: bigint;
  tax: bigint;
  parts: readonly TaxPart[];
}

/** A sum of money of an invoice by what it is made of, in minor units. */
export interface Amounts {
  net: bigint;
  total: bigint;
  taxes: TaxLeft[];
  items: { itemId: number; sales: bigint }[];
}

/** So many pieces of a line. */
interface Pieces {
  itemId: number;
  quantity: number;
}

/** What can still be taken back of an invoice. */
export interface Left extends Amounts {
  /** Pieces by line. */
  pieces: Map<number, number>;
}

/** A refund as it was stored; sums below 0. */
export interface StoredRefund {
  total: number;
  sub_total: number;
  lines: { lineId: number; quantity: number }[] | null;
  taxes: { title: string; rate: number; type: TaxLeft['type']; sales: number; tax: number; parts?: readonly TaxPart[] }[];
  items: { itemId: number; sales: number }[];
}

const isSameTax = (a: Pick<TaxLeft, 'title' | 'rate' | 'type'>, b: Pick<TaxLeft, 'title' | 'rate' | 'type'>): boolean =>
  a.title === b.title && a.rate === b.rate && a.type === b.type;

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const halfUp = (numerator: bigint, divisor: bigint): bigint => (divisor === 0n ? 0n : (2n * numerator + divisor) / (2n * divisor));

/** What lines and charges come to by rate and dish. Charges are sums. */
const amountsOf = (lines: readonly LineRow[], charges: readonly ChargeRule[]): Amounts => {
  const dishes = lines.map((line) => ({ ...toPriced(line), itemId: line.item_id }));
  const priced = [...dishes, ...charges.map((rule) => chargeLine({ rule, amount: rule.value }))];
  const { net, total } = addUp(priced);
  const taxes = splitTax(priced).map((share) => ({
    ...share,
    sales: sumUp(priced.filter(({ tax }) => tax !== null && isSameTax(tax, share)).map(lineLeft)),
  }));
  const items = [...Map.groupBy(dishes, ({ itemId }) => itemId)].map(([itemId, mine]) => ({ itemId, sales: sumUp(mine.map(lineLeft)) }));
  return { net, total, taxes, items };
};

/** What is left of an invoice of these lines after these refunds. */
export const leftOf = (lines: readonly LineRow[], refunds: readonly StoredRefund[], charges: readonly ChargeRule[] = []): Left => {
  const left: Left = { ...amountsOf(lines, charges), pieces: new Map(lines.map(({ id, quantity }) => [id, quantity])) };
  for (const refund of refunds) {
    left.total += BigInt(refund.total);
    left.net += BigInt(refund.sub_total);
    for (const taken of refund.taxes) {
      const row = left.taxes.find((one) => isSameTax(one, taken))!;
      row.sales += BigInt(taken.sales);
      row.tax += BigInt(taken.tax);
    }
    for (const taken of refund.items) left.items.find(({ itemId }) => itemId === taken.itemId)!.sales += BigInt(taken.sales);
    for (const { lineId, quantity } of refund.lines ?? []) left.pieces.set(lineId, left.pieces.get(lineId)! - quantity);
  }
  return left;
};

/** Shares a sum in proportion to weights, nobody above their cap: rounded down, then a unit each by the largest remainder, then who has room. */
export const share = (sum: bigint, weights: readonly bigint[], caps: readonly bigint[]): bigint[] => {
  const whole = sumUp(weights);
  const parts = weights.map((weight, index) => least(caps[index]!, whole === 0n ? 0n : (sum * weight) / whole));
  const order = weights
    .map((weight, index) => ({ index, remainder: whole === 0n ? 0n : (sum * weight) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  let rest = sum - sumUp(parts);
  for (const { index } of order)
    if (rest > 0n && parts[index]! < caps[index]!) {
      parts[index]! += 1n;
      rest -= 1n;
    }
  for (const { index } of order) {
    const more = least(rest, caps[index]! - parts[index]!);
    parts[index]! += more;
    rest -= more;
  }
  return parts;
};

/** A part of what is left that comes to `total`, like `wanted` as far as there is so much left of each. */
const takeOf = (left: Amounts, total: bigint, wanted: Amounts): Amounts => {
  if (total === left.total) return { net: left.net, total, taxes: left.taxes, items: left.items };
  const taxLeft = sumUp(left.taxes.map(({ tax }) => tax));
  const net = most(total - taxLeft, most(0n, least(wanted.net, least(left.net, total))));
  const caps = left.taxes.map(({ tax }) => tax);
  const want = left.taxes.map((row) => most(0n, wanted.taxes.find((one) => isSameTax(one, row))?.tax ?? 0n));
  const taxes = share(total - net, sumUp(want) === 0n ? caps : want, caps);
  return {
    net,
    total,
    taxes: left.taxes.map((row, index) => ({
      ...row,
      sales: least(row.sales, wanted.taxes.find((one) => isSameTax(one, row))?.sales ?? 0n),
      tax: taxes[index]!,
    })),
    items: left.items.map(({ itemId, sales }) => ({
      itemId,
      sales: least(sales, wanted.items.find((one) => one.itemId === itemId)?.sales ?? 0n),
    })),
  };
};

const tooMuch = (left: Amounts, currency: Currency) =>
  new AppError('conflict', `Only ${formatMoney(left.total, currency)} is left to refund!`);

const minus = (a: Amounts, b: Amounts): Amounts => ({
  net: a.net - b.net,
  total: a.total - b.total,
  taxes: a.taxes.map((row) => {
    const other = b.taxes.find((one) => isSameTax(one, row));
    return { ...row, sales: row.sales - (other?.sales ?? 0n), tax: row.tax - (other?.tax ?? 0n) };
  }),
  items: a.items.map(({ itemId, sales }) => ({ itemId, sales: sales - (b.items.find((one) => one.itemId === itemId)?.sales ?? 0n) })),
});

/** A line with fewer pieces: what is off it is shared by quantity, the remainder stays with those that are left. */
const withPiecesOf = (line: LineRow, quantity: number): LineRow => ({
  ...line,
  quantity,
  discount: line.discount - Number(discountOfPieces(BigInt(line.discount), line.quantity - quantity, line.quantity)),
});

/** Pieces of a line as a refund writes them, below 0, with what goes with them of the money off: exact over several refunds. */
export const takenOf = (line: LineRow, { quantity, before }: { quantity: number; before: number }): LineRow => {
  const left = withPiecesOf(line, line.quantity - before);
  return { ...line, quantity: -quantity, discount: withPiecesOf(line, left.quantity - quantity).discount - left.discount };
};

/** The same line twice is one. */
export const addUpPieces = (items: readonly Pieces[]): Pieces[] =>
  [...Map.groupBy(items, ({ itemId }) => itemId)].map(([itemId, same]) => ({
    itemId,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }));

/** What comes back for these pieces: what the invoice comes to with them, less what it comes to without. */
export const refundItems = (
  lines: readonly LineRow[],
  left: Left,
  { asked, charges = [] }: { asked: readonly Pieces[]; charges?: readonly ChargeRule[] },
  currency: Currency,
): Amounts => {
  const pieces = new Map(left.pieces);
  for (const { itemId, quantity } of asked) {
    const line = lines.find(({ id }) => id === itemId);
    if (!line) throw new AppError('not_found', 'This order item does not exist!');
    const rest = pieces.get(itemId)! - quantity;
    if (rest < 0) throw new AppError('conflict', `Only ${left.pieces.get(itemId)!} of ${line.item_title} is left to refund!`);
    pieces.set(itemId, rest);
  }
  const withPieces = (of: ReadonlyMap<number, number>) =>
    amountsOf(
      lines.map((line) => withPiecesOf(line, of.get(line.id)!)).filter(({ quantity }) => quantity > 0),
      charges,
    );
  const wanted = minus(withPieces(left.pieces), withPieces(pieces));
  if (wanted.total > left.total || left.total === 0n) throw tooMuch(left, currency);
  return takeOf(left, wanted.total, wanted);
};

/** What a sum of an invoice is made of: of everything the same part. */
export const refundSum = (left: Left, sum: bigint, currency: Currency): Amounts => {
  if (sum > left.total || left.total === 0n) throw tooMuch(left, currency);
  const part = (of: bigint) => halfUp(of * sum, left.total);
  return takeOf(left, sum, {
    net: part(left.net),
    total: sum,
    taxes: left.taxes.map((row) => ({ ...row, sales: part(row.sales), tax: row.tax })),
    items: left.items.map(({ itemId, sales }) => ({ itemId, sales: part(sales) })),
  });
};

/** What was paid for an invoice and is not given back yet; below 0 where coins made it more (wire-2.md §2). */
export const leftOfPaid = (invoices: readonly { total: number; rounding: number }[]): bigint =>
  sumUp(invoices.map(({ total, rounding }) => BigInt(total) + BigInt(rounding)));

/** What the invoice of a refund says. */
export const saidOfRefund = ({
  amounts,
  rounding,
  type,
  ...said
}: Pick<Said, 'refundOf' | 'now' | 'businessDate' | 'currency'> & {
  amounts: Amounts;
  rounding: bigint;
  type: { title: string; kind: string };
}): Said => ({
  ...said,
  kind: 'refund',
  net: -amounts.net,
  tax: amounts.net - amounts.total,
  total: -amounts.total,
  rounding,
  taxes: amounts.taxes
    .filter(({ sales, tax }) => sales !== 0n || tax !== 0n)
    .map((row) => toShare({ ...row, tax: -row.tax }, row.type === 'exclusive' ? -row.sales : row.tax - row.sales, said.currency.decimals)),
  lines: [],
  charges: [],
  payments:
    amounts.total > rounding
      ? [{ paymentType: type.title, kind: type.kind, amount: Number(rounding - amounts.total), tip: 0, tendered: null }]
      : [],
});
