import { NumberInput } from '@mantine/core';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { Money } from './Money.tsx';
import { currencyOf, moneyText } from '#contract/money-text.ts';
import classes from './CountFields.module.css';

/** Notes and coins, largest first, where they are not those of dollars. */
const others: Record<string, readonly number[]> = {
  EUR: [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  GBP: [50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  CHF: [200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05],
  INR: [500, 200, 100, 50, 20, 10, 5, 2, 1],
  JPY: [10_000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1],
  KRW: [50_000, 10_000, 5000, 1000, 500, 100, 50, 10],
  VND: [500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000],
  IDR: [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100],
  HUF: [20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5],
  AED: [1000, 500, 200, 100, 50, 20, 10, 5, 1, 0.5, 0.25],
  AUD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05],
  CAD: [100, 50, 20, 10, 5, 2, 1, 0.25, 0.1, 0.05],
  KWD: [20, 10, 5, 1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005],
};
const dollars = [100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01];

/** The notes and coins in which cash of a currency is counted, as decimals, largest first. */
const coinsOf = (code: string, decimals: number): readonly number[] =>
  others[code] ?? (decimals === 0 ? [10_000, 5000, 1000, 500, 100, 50, 10, 5, 1] : dollars);

/** How many of each note and coin, by its value; nothing typed counts as none. */
export type Counts = Readonly<Record<string, number | string>>;

/** What was counted in all, as a decimal. */
export const countedOf = (counts: Counts, currency: string): number => {
  const { decimals } = currencyOf(currency);
  const sum = Object.entries(counts).reduce(
    (all, [value, count]) => all + (toMinor(value, decimals) ?? 0n) * BigInt(Number(count) || 0),
    0n,
  );
  return toDecimal(sum, decimals);
};

/** As the calls take it. */
export const toDenominations = (counts: Counts) =>
  Object.entries(counts)
    .filter(([, count]) => Number(count) > 0)
    .map(([value, count]) => ({ value, count: Number(count) }));

interface CountFieldsProps {
  currency: string;
  counts: Counts;
  onChange: (counts: Counts) => void;
}

/** Cash is counted blind, by notes and coins. */
export const CountFields = ({ currency, counts, onChange }: CountFieldsProps) => (
  <>
    <div className={classes.coins} role="group" aria-label="Notes and coins">
      {coinsOf(currency, currencyOf(currency).decimals).map((value) => (
        <NumberInput
          key={value}
          label={moneyText(value, currency)}
          min={0}
          max={100_000}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          placeholder="0"
          value={counts[String(value)] ?? ''}
          onChange={(count) => onChange({ ...counts, [String(value)]: count })}
        />
      ))}
    </div>
    <p className={classes.counted} role="status">
      Counted <Money value={countedOf(counts, currency)} currency={currency} />
    </p>
  </>
);
