import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { currencyOf, moneyText } from '#contract/money-text.ts';
import { REFERENCE_MAX } from '#contract/payment-types.ts';
import { likelyCash } from './cash.ts';
import { KeyPad, typed } from './KeyPad.tsx';
import { Money } from './Money.tsx';
import type { Entry, EntryErrors } from './payment-entry.ts';
import classes from './PaymentFields.module.css';

/** The fields that a key pad types into. */
type Field = 'amount' | 'tip' | 'given';

interface PaymentFieldsProps {
  /** Another one begins with its own field. */
  typeId: number | null | undefined;
  /** Of the chosen type. */
  traits: { gives_change: boolean; takes_tip: boolean; needs_reference: boolean };
  entry: Entry;
  errors: EntryErrors;
  /** A decimal number, with the tip. */
  taken: number;
  /** What is handed back; negative when the money is short. */
  change: number | undefined;
  currency: string;
  /** The label of the amount, where less than all may be paid. */
  amountLabel?: string | undefined;
  /** Typed into by the key pad, until another field is touched. */
  first: Field;
  /** The amount takes the focus when it appears. */
  isAmountAsked?: boolean;
  /** Enter in the amount. */
  onAmountDone?: (() => void) | undefined;
  /** Enter in what was given or in the tip, where the dialog is no form. */
  onDone?: (() => void) | undefined;
  onChange: (field: keyof Entry, text: string) => void;
}

interface CashNotesProps {
  /** A decimal number, as the wire has it. */
  due: number;
  currency: string;
  /** Gets a decimal text. */
  onGiven: (given: string) => void;
}

/** What a guest is likely to hand over, each by one touch. */
const CashNotes = ({ due, currency, onGiven }: CashNotesProps) => (
  <div role="group" aria-label="Cash received" className={classes.notes}>
    <button type="button" className={`chip ${classes.note}`} onClick={() => onGiven(String(due))}>
      Exact
    </button>
    {likelyCash(due, currency).map((sum) => (
      <button key={sum} type="button" className={`chip ${classes.note} tabular`} onClick={() => onGiven(String(sum))}>
        {moneyText(sum, currency).replace(/[.]0+$/, '')}
      </button>
    ))}
  </div>
);

/** What one payment asks for: its sums by finger or keyboard, likely notes, the change in large digits. */
export const PaymentFields = (props: PaymentFieldsProps) => {
  const { typeId, traits, entry, errors, taken, change, currency, amountLabel, first, isAmountAsked, onChange } = props;
  const { decimals } = currencyOf(currency);
  const [field, setField] = useState(first);
  /** What the key pad is writing; the first key on another field replaces what stands there. */
  const [writing, setWriting] = useState<Field>();
  const [shownType, setShownType] = useState(typeId);
  if (shownType !== typeId) {
    setShownType(typeId);
    setField(first);
    setWriting(undefined);
  }
  const shown: Field[] = [
    ...(traits.gives_change ? (['given'] as const) : []),
    ...(amountLabel === undefined ? [] : (['amount'] as const)),
    ...(traits.takes_tip ? (['tip'] as const) : []),
  ];
  // a tip is typed by whoever has touched its field
  const target = shown.includes(field) ? field : shown.find((one) => one !== 'tip');
  const isShort = change !== undefined && change < 0;

  const aim = (next: Field) => ({
    onFocus: (event: { currentTarget: HTMLInputElement }) => {
      setField(next);
      setWriting(undefined);
      event.currentTarget.select();
    },
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Enter') (next === 'amount' ? props.onAmountDone : props.onDone)?.();
    },
    'data-aimed': target === next || undefined,
    inputMode: 'none' as const,
    autoComplete: 'off',
    value: entry[next],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setWriting(next);
      onChange(next, event.currentTarget.value);
    },
    error: errors[next],
    classNames: { input: classes.field! },
  });
  return (
    <div className={classes.sums}>
      {shown.length > 0 && (
        <div className={classes.fields}>
          {amountLabel !== undefined && <TextInput label={amountLabel} autoFocus={isAmountAsked} {...aim('amount')} />}
          {traits.takes_tip && <TextInput label="Tip" placeholder="0" {...aim('tip')} />}
          {traits.gives_change && <TextInput label="Given" placeholder="Exact" {...aim('given')} />}
        </div>
      )}
      {traits.needs_reference && (
        <TextInput
          label="Reference"
          required
          withAsterisk={false}
          placeholder="Number of the slip, voucher or room"
          maxLength={REFERENCE_MAX}
          autoComplete="off"
          value={entry.reference}
          onChange={(event) => onChange('reference', event.currentTarget.value)}
          error={errors.reference}
        />
      )}
      {traits.gives_change && (
        <CashNotes
          due={taken}
          currency={currency}
          onGiven={(given) => {
            onChange('given', given);
            setWriting(undefined);
          }}
        />
      )}
      <div role="status" className={classes.change} data-short={isShort || undefined} data-none={change === undefined || undefined}>
        {change !== undefined && (
          <>
            <span>{isShort ? 'Missing' : 'Change'}</span>
            <Money value={Math.abs(change)} currency={currency} className={classes.digits} />
          </>
        )}
      </div>
      {target && (
        <KeyPad
          decimals={decimals}
          onKey={(key) => {
            onChange(target, typed(entry[target], key, writing !== target, decimals));
            setWriting(target);
          }}
        />
      )}
    </div>
  );
};
