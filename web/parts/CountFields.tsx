import { NumberInput } from '@mantine/core';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { Money } from './Money.tsx';
import { currencyOf, moneyText } from '#contract/money-text.ts';
import { coinsOf } from '#web/platform/coins.ts';
import classes from './CountFields.module.css';

/** How many of each note and coin, by its value; nothing typed counts as none. */
export type Counts = Readonly<Record<string, number | string>>;

/** Whether something was typed and not cleared again; a 0 was. */
export const isCounted = (counts: Counts): boolean => Object.values(counts).some((count) => count !== '');

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
