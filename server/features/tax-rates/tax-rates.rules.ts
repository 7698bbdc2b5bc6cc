import { type LineTax, type TaxPart, toPercent } from '#contract/pricing.ts';
import { changeOn } from '#contract/taxes.ts';

/** When and how something is sold: its tax depends on it (wire-2.md §3). */
export interface Selling {
  deliveryType: string;
  /** The business date. */
  today: string;
}

export interface TaxRow {
  id: number;
  title: string;
  rate: number;
  type: LineTax['type'];
  /** JSON of the database: [{title, rate}], null without. */
  parts: unknown;
  /** [{from, rate, parts}] by business day. */
  schedule: unknown;
}

export interface TaxChange {
  from: string;
  rate: number;
  parts?: TaxPart[] | null | undefined;
}

/** A tax as it is on a business date: the latest change of its schedule that has come. */
export const taxOn = ({ id, title, type, rate, parts, schedule }: TaxRow, today: string): LineTax => {
  const { rate: now, parts: ofNow } = changeOn((schedule ?? []) as TaxChange[], today) ?? { rate, parts: parts as TaxPart[] | null };
  return { id, title, type, rate: now, parts: ofNow ?? null };
};

/** The tax of a dish: what is taken away or delivered may have its own. */
export const taxOf = (
  { tax, takeaway_tax }: { tax: TaxRow | null; takeaway_tax: TaxRow | null },
  { deliveryType, today }: Selling,
): LineTax | null => {
  const mine = deliveryType === 'dinein' ? tax : (takeaway_tax ?? tax);
  return mine && taxOn(mine, today);
};

/** The parts of the taxes that have some, on a business date, as the wire has them; undefined where none has. */
export const partsOn = (taxes: readonly TaxRow[], today: string) => {
  const found = taxes.flatMap((tax) => {
    const parts = taxOn(tax, today).parts ?? [];
    return parts.length > 0 ? [{ tax_id: tax.id, parts: parts.map(({ title, rate }) => ({ title, rate: toPercent(rate) })) }] : [];
  });
  return found.length > 0 ? found : undefined;
};

const TAX_BYTES = 300;
const PART_BYTES = 100;

/** How many bytes taxes take in memory, about, with two for each letter; a change of the rate counts as a tax. */
export const weighTaxes = (taxes: readonly Pick<TaxRow, 'parts' | 'schedule'>[]): number =>
  taxes.reduce((sum, { parts, schedule }) => {
    const changes = [{ parts: parts as TaxPart[] | null }, ...((schedule ?? []) as TaxChange[])];
    const titles = changes.flatMap((change) => change.parts ?? []).map(({ title }) => title);
    return titles.reduce((all, title) => all + PART_BYTES + 2 * title.length, sum + changes.length * TAX_BYTES);
  }, 0);
