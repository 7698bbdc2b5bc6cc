import { NativeSelect, TextInput } from '@mantine/core';
import { auditKinds, type listAudit } from '#contract/audit.ts';
import type { Reply } from '#contract/endpoint.ts';
import { currencyOf } from '#contract/money-text.ts';
import { plainSum, unclearSum } from '#web/parts/money-text.ts';
import classes from './ActivityScreen.module.css';
import { kindWords } from './activity-text.ts';

/** By what the activity is narrowed, as the address of the page names it. */
export const filters = ['member', 'kind', 'table', 'amount'] as const;
type Filter = (typeof filters)[number];

export const isAmount = (text: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(text);

/** What was typed, as an amount of the wire; undefined while it is none. */
const readAmount = (text: string, currency: string): string | undefined => {
  const sum = plainSum(text, currencyOf(currency).decimals);
  return sum === '' || isAmount(sum) ? sum : undefined;
};

type ActivityFiltersProps = Pick<Reply<typeof listAudit>, 'members' | 'tables'> & {
  read: (name: Filter) => string;
  onChange: (next: Partial<Record<Filter, string>>) => void;
  currency: string;
  /** As it is typed, which may be no amount yet. */
  amount: string;
  onAmount: (typed: string) => void;
};

/** Whose activity, of which kind and table, and from which amount on. */
export const ActivityFilters = ({ members, tables, currency, read, onChange, amount, onAmount }: ActivityFiltersProps) => {
  const choice = (name: Filter, label: string, all: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      className={classes.filter}
      aria-label={label}
      data={[{ value: '', label: all }, ...data]}
      value={read(name)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {choice(
        'member',
        'Person',
        'Everybody',
        members.map(({ username, name }) => ({ value: username, label: name })),
      )}
      {choice(
        'kind',
        'Kind',
        'All kinds',
        auditKinds.map((value) => ({ value, label: kindWords[value] })),
      )}
      {choice(
        'table',
        'Table',
        'All tables',
        tables.map(({ id, title }) => ({ value: String(id), label: title })),
      )}
      <TextInput
        className={classes.filter}
        aria-label="Amount from"
        placeholder="Amount from"
        inputMode="decimal"
        value={amount}
        error={
          readAmount(amount, currency) === undefined && (unclearSum(amount, currencyOf(currency).decimals) ?? 'Please provide an amount!')
        }
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          onAmount(text);
          const sum = readAmount(text, currency);
          if (sum !== undefined) onChange({ amount: sum });
        }}
      />
    </>
  );
};
