import { Alert, TextInput } from '@mantine/core';
import { currencyOf } from '#contract/money-text.ts';
import { receivedOf } from '#web/parts/cash.ts';
import { CountFields, type Counts } from '#web/parts/CountFields.tsx';
import { unclearSum } from '#web/parts/money-text.ts';
import classes from './DayEnd.module.css';

/** What was typed, by payment type; a page before this one kept numbers. */
export type Others = Readonly<Record<number, string | number>>;

/** A sum as a terminal or a list writes it, 1,250.40 as well as 1250,40; undefined when it is none. */
export const sumOf = (typed: string | number, currency: string) => receivedOf(String(typed), currency);

interface CountStepProps {
  /** What may be counted. */
  types: { id: number; title: string; kind: string }[];
  currency: string;
  cash: Counts;
  others: Others;
  /** Its difference was shown, and the closing keeps what was counted first. */
  isAgain: boolean;
  onCash: (counts: Counts) => void;
  onOthers: (others: Others) => void;
}

/** Cash by notes and coins, all else by its sum; blind. */
export const CountStep = ({ types, currency, cash, others, isAgain, onCash, onOthers }: CountStepProps) => {
  const cashType = types.find(({ kind }) => kind === 'cash');
  return (
    <>
      <p className={classes.quiet}>Count what is there, without looking at what should be. Leave empty what is not counted.</p>
      {isAgain && (
        <Alert color="yellow" mb="md">
          The difference was shown. What you change is kept as a second count: the closing says both.
        </Alert>
      )}
      {cashType && (
        <>
          <h3 className={classes.heading}>{cashType.title}</h3>
          <p className={classes.quiet}>
            Without the float and without tips. Cash of drawers that were counted at the till is already in the closing: leave it empty
            here.
          </p>
          <CountFields currency={currency} counts={cash} onChange={onCash} />
        </>
      )}
      {types
        .filter(({ id }) => id !== cashType?.id)
        .map(({ id, title }) => (
          <TextInput
            key={id}
            mt="md"
            label={title}
            description="By its slips or the terminal, without tips"
            leftSection={<span aria-hidden>{currencyOf(currency).symbol}</span>}
            leftSectionWidth={16 + currencyOf(currency).symbol.length * 11}
            inputMode="decimal"
            autoComplete="off"
            value={others[id] ?? ''}
            onChange={(event) => onOthers({ ...others, [id]: event.currentTarget.value })}
            error={
              (others[id] ?? '') !== '' &&
              sumOf(others[id]!, currency) === undefined &&
              (unclearSum(String(others[id]), currencyOf(currency).decimals) ?? 'Please provide a valid amount!')
            }
          />
        ))}
    </>
  );
};
