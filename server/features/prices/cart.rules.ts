import type { Currency } from '#contract/currencies.ts';
import { AppError } from '#contract/errors.ts';
import { type ChargeRule, type Cost, costOf } from '#contract/adjustments.ts';
import type { CartLine } from '#contract/pos.ts';
import {
  addUp,
  isClose,
  type LineTax,
  lineTaxOf,
  MAX_MINOR,
  type PricedLine,
  type TaxColumns,
  type TaxPart,
  toDecimal,
  type Totals,
  unitPriceOf,
} from '#contract/pricing.ts';
import { tenantLimits } from '#contract/tenant-limits.ts';
import type { MenuRow } from '#server/features/menu-items/menu.queries.ts';
import { type Selling, taxOf } from '#server/features/tax-rates/tax-rates.rules.ts';
import { isSoldOut } from '#server/features/menu-items/menu.rules.ts';

/** A line as it will be stored: what it was called and cost when it was ordered. Columns of order_lines. */
export interface PricedCartLine {
  item_id: number;
  item_title: string;
  variant_id: number | null;
  variant_title: string | null;
  base_price: number;
  unit_price: number;
  addons: { id: number; title: string; price: number }[] | null;
  quantity: number;
  notes: string | null;
  tax_id: number | null;
  tax_title: string | null;
  tax_rate: number | null;
  tax_type: LineTax['type'] | null;
  /** where it is made; null: there are no stations */
  station_id: number | null;
  /** money off, minor units */
  discount: number;
  tax_parts: readonly TaxPart[] | null;
}

const missing = (what: string) => new AppError('not_found', `This ${what} is no longer on the menu!`);

/** The chosen addons in the menu's order, each once. */
const chooseAddons = (ids: readonly number[], item: MenuRow) => {
  const wanted = new Set(ids);
  const chosen = item.addons.filter(({ id }) => wanted.has(id));
  if (chosen.length !== wanted.size) throw missing('addon');
  return chosen;
};

/** A tax as a line keeps it, so that it stays what it was priced with. */
const taxColumns = (tax: ReturnType<typeof taxOf>) => ({
  tax_id: tax?.id ?? null,
  tax_title: tax?.title ?? null,
  tax_rate: tax?.rate ?? null,
  tax_type: tax?.type ?? null,
  tax_parts: tax?.parts?.length ? tax.parts : null,
});

const priceLine = (line: CartLine, item: MenuRow | undefined, at: Selling): PricedCartLine => {
  if (!item) throw missing('item');
  const variant = line.variant_id === null ? null : item.variants.find(({ id }) => id === line.variant_id);
  if (variant === undefined) throw missing('variant');
  const chosen = chooseAddons(line.addons_ids, item);
  const addons = chosen.map(({ price }) => BigInt(price));
  return {
    item_id: item.id,
    item_title: item.title,
    variant_id: variant?.id ?? null,
    variant_title: variant?.title ?? null,
    base_price: variant?.price ?? item.price,
    unit_price: Number(unitPriceOf(BigInt(item.price), variant && BigInt(variant.price), addons)),
    addons: chosen.length > 0 ? chosen.map(({ id, title, price }) => ({ id, title, price })) : null,
    quantity: line.quantity,
    notes: line.notes,
    ...taxColumns(taxOf(item, at)),
    station_id: item.made_at,
    discount: 0,
  };
};

type TaxedLine = Pick<PricedCartLine, 'unit_price' | 'quantity'> & TaxColumns & { discount?: number };

/** A stored or priced line as the money functions read it. */
export const toPriced = (line: TaxedLine): PricedLine => ({
  unitPrice: BigInt(line.unit_price),
  quantity: line.quantity,
  tax: lineTaxOf(line),
  discount: BigInt(line.discount ?? 0),
});

/** What stored or priced lines come to, by the one money function (wire.md §4). Throws invalid_input beyond 2^53 minor units. */
export const totalOf = (lines: readonly TaxedLine[]): Totals => assertCountable(addUp(lines.map(toPriced)));

const tooLarge = () => new AppError('invalid_input', 'This bill is too large to be added up!');

const assertCountable = (totals: Totals): Totals => {
  if (totals.total > MAX_MINOR) throw tooLarge();
  return totals;
};

/** Of one line, in minor units: a bill that is full of such, with as much again on top, can still be added up, and is in the list of all. */
const LINE_MOST = MAX_MINOR / BigInt(tenantLimits.billLines.most) / 2n;

/** What stored or priced lines come to with charges, by the one engine (wire-2.md §3). Throws as `totalOf`. Without lines nothing is charged. */
export const costOfLines = (lines: readonly TaxedLine[], charges: readonly ChargeRule[] = []): Cost => {
  const cost = costOf({ lines: lines.map(toPriced), charges: lines.length > 0 ? charges : [] });
  assertCountable(cost.totals);
  return cost;
};

/** Prices a cart from the store's own menu; what the till says of prices is not read here (wire.md §3). */
export const priceCart = (cart: readonly CartLine[], menu: ReadonlyMap<number, MenuRow>, at: Selling) => {
  const lines = cart.map((line) => priceLine(line, menu.get(line.id), at));
  if (lines.some(({ unit_price, quantity }) => BigInt(unit_price) * BigInt(quantity) > LINE_MOST)) throw tooLarge();
  return { lines, totals: totalOf(lines) };
};

/** Refuses a cart with items that are sold out on the business date `today`, and names the first and the lines of all. */
export const assertAvailable = (
  cart: readonly { id: number }[],
  menu: ReadonlyMap<number, MenuRow>,
  today: string,
  field = 'cart',
): void => {
  const errors = cart.flatMap(({ id }, index) => {
    const item = menu.get(id);
    return item && isSoldOut(item, today) ? [{ path: [field, index], message: `${item.title} is sold out!` }] : [];
  });
  if (errors[0]) throw new AppError('conflict', errors[0].message, { errors });
};

interface Claims {
  netTotal?: number | string | null | undefined;
  subTotal?: number | string | null | undefined;
  taxTotal?: number | string | null | undefined;
  total?: number | string | null | undefined;
}

/** Whether the sums that a till shows are right, to one minor unit; what it does not say is. */
export const isSumRight = (claims: Claims, totals: Totals, { decimals }: Currency): boolean => {
  const isRight = (claim: number | string | null | undefined, right: bigint) =>
    claim == null || claim === '' || isClose(claim, right, decimals);
  return (
    isRight(claims.netTotal, totals.net) &&
    isRight(claims.subTotal, totals.net) &&
    isRight(claims.taxTotal, totals.tax) &&
    isRight(claims.total, totals.total)
  );
};

/** Refuses sums that are off by more than one minor unit, and tells the right ones (wire.md §3). */
export const assertSums = (claims: Claims, totals: Totals, currency: Currency, areLinesRight = true): void => {
  if (areLinesRight && isSumRight(claims, totals, currency)) return;
  const { decimals } = currency;
  const net = toDecimal(totals.net, decimals);
  throw new AppError('price_changed', 'Prices have changed. Please check the new total!', {
    body: { netTotal: net, subTotal: net, taxTotal: toDecimal(totals.tax, decimals), total: toDecimal(totals.total, decimals) },
  });
};

/** True when every price that the till showed for a line is the one that the line has. */
export const areLinePricesRight = (cart: readonly CartLine[], lines: readonly PricedCartLine[], { decimals }: Currency): boolean =>
  cart.every(({ price }, index) => price == null || price === '' || isClose(price, BigInt(lines[index]!.unit_price), decimals));
