import { deliveryTypes } from '#contract/pos.ts';
import { areDiscounts } from '#web/parts/last-discounts.ts';
import { type CartLine, type Customer, type Named, newSale, type Sale } from './cart.ts';

const isNamed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof (value as Named).id === 'number' && typeof (value as Named).title === 'string';

/** Whether a stored value is a list of lines; an older version of the page may have written something else. */
export const areLines = (value: unknown): value is CartLine[] =>
  Array.isArray(value) &&
  value.every((line: CartLine) => {
    if (!isNamed(line)) return false;
    const { variant, addons, notes, quantity, discounts } = line;
    return (
      (variant === null || isNamed(variant)) &&
      Array.isArray(addons) &&
      addons.every(isNamed) &&
      typeof notes === 'string' &&
      Number.isInteger(quantity) &&
      quantity > 0 &&
      areDiscounts(discounts ?? [])
    );
  });

const isNumberOrNull = (value: unknown): boolean => value === null || typeof value === 'number';

const isCustomerOrNull = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'object' && typeof (value as Customer).phone === 'string' && typeof (value as Customer).name === 'string');

/** Whether a stored value is a sale in progress; what was stored before customers and QR orders were known lacks both. */
export const isSale = (value: unknown): value is Sale => {
  const {
    key,
    lines,
    deliveryType,
    tableId,
    customer,
    qrOrderId,
    checkId,
    discounts,
    deliveryAddress = '',
  } = (value ?? {}) as Partial<Sale>;
  return (
    typeof key === 'string' &&
    areLines(lines) &&
    deliveryTypes.some((known) => known === deliveryType) &&
    isNumberOrNull(tableId) &&
    isCustomerOrNull(customer ?? null) &&
    isNumberOrNull(qrOrderId ?? null) &&
    isNumberOrNull(checkId ?? null) &&
    typeof deliveryAddress === 'string' &&
    areDiscounts(discounts ?? [])
  );
};

/** A stored sale with everything that a sale has. */
export const completed = (stored: Sale): Sale => ({ ...newSale(stored.key), ...stored });
