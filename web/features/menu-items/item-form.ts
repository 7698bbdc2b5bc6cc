import { groupBy } from '#contract/group-by.ts';
import type { Allergen, Diet } from '#contract/allergens.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import { toMinor, toText } from '#contract/pricing.ts';
import { currencyOf } from '#contract/money-text.ts';

/** What the fields of an item hold; a number field gives a number, or a text while it is none. */
export interface ItemValues extends Record<string, unknown> {
  title: string;
  price: number | string;
  netPrice: number | string;
  categoryId: string | null;
  taxId: string | null;
  taxIdTakeaway: string | null;
  stationId: string | null;
  description: string;
  allergens: Allergen[];
  diets: Diet[];
}

const idText = (id: number | null): string | null => (id === null ? null : String(id));

/** A price as people write it, with all its decimals; as it is while the currency is not known. */
export const priceText = (price: number, currency: string | undefined): string | number => {
  if (currency === undefined) return price;
  const { decimals } = currencyOf(currency);
  const minor = toMinor(price, decimals);
  return minor === undefined ? price : toText(minor, decimals);
};

export const valuesOf = (item: MenuItem, currency: string | undefined): ItemValues => ({
  title: item.title,
  price: priceText(item.price, currency),
  netPrice: item.net_price === null ? '' : priceText(item.net_price, currency),
  categoryId: idText(item.category_id),
  taxId: idText(item.tax_id),
  taxIdTakeaway: idText(item.taxIdTakeaway ?? null),
  stationId: idText(item.stationId ?? null),
  description: item.description ?? '',
  allergens: item.allergens ?? [],
  diets: item.diets ?? [],
});

export const emptyValues: ItemValues = {
  title: '',
  price: '',
  netPrice: '',
  categoryId: null,
  taxId: null,
  taxIdTakeaway: null,
  stationId: null,
  description: '',
  allergens: [],
  diets: [],
};

/** The tax that a new item begins with: that of most items, or before there are any the only one. */
export const usualTaxOf = (items: readonly Pick<MenuItem, 'tax_id'>[], taxes: readonly { id: number }[] = []): string | null => {
  if (items.length === 0) return taxes.length === 1 ? idText(taxes[0]!.id) : null;
  const [most] = [...groupBy(items, ({ tax_id }) => tax_id)].find(([, rows]) => rows.length > items.length / 2) ?? [null];
  return idText(most);
};

/** What is sent: empty fields as null (part-2 §5). */
export const toBody = ({ netPrice, description, ...values }: ItemValues) => ({
  ...values,
  netPrice: netPrice === '' ? null : netPrice,
  description: description === '' ? null : description,
});

/** Prices that somebody else changed, as people write them. */
export const priceReading = (currency: string | undefined) => {
  const shown = (field: string, value: unknown) =>
    (field === 'price' || field === 'netPrice') && value !== null ? priceText(Number(value), currency) : undefined;
  return {
    take: (field: string, value: unknown) => {
      const price = shown(field, value);
      return price === undefined ? undefined : { [field]: price };
    },
    text: (field: string, value: unknown) => shown(field, value)?.toString(),
  };
};

export const SAVE_FAILED = "We're getting issue while processing your request, Please try later!";
