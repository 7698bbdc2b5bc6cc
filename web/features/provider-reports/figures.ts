import { IconCalendarRepeat, IconRepeat } from '@tabler/icons-react';
import type { Figure } from './Figures.tsx';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en');

/** A recurring sum in compact notation, `Rs. 24K` (part-2 §9); a plan in another currency names it instead. */
const recurring = (value: number, currency: string): string => `${currency === 'INR' ? 'Rs.' : currency} ${compact.format(value)}`;

export const recurringFigures = (told: { mrr: number; arr: number; planCurrency: string }): Figure[] => [
  { name: 'MRR', value: recurring(told.mrr, told.planCurrency), detail: 'Monthly recurring revenue', icon: IconRepeat },
  { name: 'ARR', value: recurring(told.arr, told.planCurrency), detail: 'Annual recurring revenue', icon: IconCalendarRepeat },
];

export const usd = (value: number): string => dollars.format(value);

export const count = (value: number): string => whole.format(value);

/** What the sales volume is, and what is not in it. */
export const conversionNote = (unconverted: readonly string[]): string =>
  `Sales volume is converted to USD at the configured rates.${
    unconverted.length > 0 ? ` Without sales in ${unconverted.join(', ')}, for which there is no rate.` : ''
  }`;
