import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { REFERENCE_MAX } from '#contract/payment-types.ts';
import cashClasses from './CashField.module.css';
import { CashNotes } from './CashNotes.tsx';
import { Money } from './Money.tsx';
import { moneyText } from '#contract/money-text.ts';
import type { usePayment } from './payment-choice.ts';
import classes from './PaymentColumns.module.css';
import { PaymentTypePicker } from './PaymentTypePicker.tsx';

type Chosen = ReturnType<typeof usePayment>;

/** What a guest hands over, by one touch or typed, and the change in large digits. */
const CashField = ({ entry, errors, taken, change, currency, onChange }: Chosen['fields']) => {
  const isShort = change !== undefined && change < 0;
  return (
    <div className={cashClasses.cash}>
      <CashNotes due={taken} currency={currency} onGiven={(given) => onChange('given', given)} />
      <div className={cashClasses.sums}>
        <TextInput
          label="Given"
          inputMode="decimal"
          autoComplete="off"
          value={entry.given}
          onChange={(event) => onChange('given', event.currentTarget.value)}
          error={errors.given}
          classNames={{ input: cashClasses.given }}
        />
        <div role="status" className={cashClasses.change} data-short={isShort || undefined}>
          {change !== undefined && (
            <>
              <span>{isShort ? 'Missing' : 'Change'}</span>
              <Money value={Math.abs(change)} currency={currency} className={cashClasses.digits} />
            </>
          )}
        </div>
      </div>
    </div>
  );
};

/** What the type asks for beside the sum. */
const Fields = (fields: Chosen['fields']) => {
  const { traits, entry, errors, onChange } = fields;
  return (
    <>
      {traits.takes_tip && (
        <TextInput
          label="Tip"
          placeholder="0"
          inputMode="decimal"
          autoComplete="off"
          value={entry.tip}
          onChange={(event) => onChange('tip', event.currentTarget.value)}
          error={errors.tip}
        />
      )}
      {traits.needs_reference && (
        <TextInput
          label="Reference"
          placeholder="Number of the slip, voucher or room"
          maxLength={REFERENCE_MAX}
          autoComplete="off"
          value={entry.reference}
          onChange={(event) => onChange('reference', event.currentTarget.value)}
          error={errors.reference}
        />
      )}
      {traits.gives_change && <CashField {...fields} />}
    </>
  );
};

/** The payments that are added already, and what is left of the sum. */
const Added = ({ parts, left, currency, onRemove }: Chosen['parts']) => (
  <div className={classes.added}>
    <ul aria-label="Payments so far" className={classes.parts}>
      {parts.map(({ title, amount, tip }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two payments may be alike, and rows have no state
        <li key={place} className={classes.part}>
          <span className={classes.title}>
            {title}
            {tip !== undefined && ` + ${moneyText(Number(tip), currency)} tip`}
          </span>
          <Money value={Number(amount)} currency={currency} />
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`Remove ${title}, ${moneyText(Number(amount), currency)}`}
            onClick={() => onRemove(place)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
    <p className={classes.left} role="status">
      <span>Left</span>
      <Money value={left} currency={currency} />
    </p>
  </div>
);

/** A part of the sum, by itself. */
const PartField = ({ amount, left, currency, error, canSplit, onAmount, onAdd }: Chosen['parts']) =>
  amount === undefined ? (
    canSplit && (
      <Button variant="default" onClick={() => onAmount('')}>
        Pay a part
      </Button>
    )
  ) : (
    <div className={classes.amount}>
      <TextInput
        label={`Amount of ${moneyText(left, currency)}`}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        value={amount}
        onChange={(event) => onAmount(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && onAdd()}
        error={error}
      />
      <Button variant="default" onClick={onAdd}>
        Add payment
      </Button>
      <Button variant="subtle" onClick={() => onAmount(undefined)}>
        All of it
      </Button>
    </div>
  );

interface PaymentColumnsProps {
  /** What is paid for. */
  lines: ReactNode;
  totals: ReactNode;
  payment: Omit<Chosen, 'choose'>;
  /** Below the money. */
  children?: ReactNode;
}

/** A bill and how it is paid, beside each other; on a phone the money comes before the long list. */
export const PaymentColumns = ({ lines, totals, payment: { picker, fields, parts }, children }: PaymentColumnsProps) => (
  <div className={classes.columns}>
    <div className={classes.lines}>{lines}</div>
    <div className={classes.payment}>
      <div className={classes.totals}>{totals}</div>
      {parts.parts.length > 0 && <Added {...parts} />}
      <PaymentTypePicker {...picker} hasNone={parts.parts.length === 0} />
      <Fields {...fields} />
      <PartField {...parts} />
      {children}
    </div>
  </div>
);
