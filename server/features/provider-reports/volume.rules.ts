import { findCurrency } from '#contract/currencies.ts';

interface Volume {
  orders: number;
  /** USD, to the cent */
  usd: number;
  /** currencies without a rate: their sales are left out */
  unconverted: string[];
}

/** Adds a period's figures up in USD by rates that say what one of each currency is worth. */
export const volumeOf = (figures: readonly { unit: string; amount: string }[], rates: Readonly<Record<string, number>>): Volume => {
  const volume: Volume = { orders: 0, usd: 0, unconverted: [] };
  for (const { unit, amount } of figures) {
    if (unit === 'order') volume.orders += Number(amount);
    else if (findCurrency(unit) && rates[unit] !== undefined)
      volume.usd += (Number(amount) / 10 ** findCurrency(unit)!.decimals) * rates[unit];
    else if (unit !== 'customer' && amount !== '0') volume.unconverted.push(unit);
  }
  return { ...volume, usd: Math.round(volume.usd * 100) / 100 };
};
