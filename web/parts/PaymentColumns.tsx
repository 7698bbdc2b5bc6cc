import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Money } from './Money.tsx';
import { moneyText } from '#contract/money-text.ts';
import type { usePayment } from './payment-choice.ts';
import classes from './PaymentColumns.module.css';
import { NoDrawer } from './NoDrawer.tsx';
import { PaymentFields } from './PaymentFields.tsx';
import { PaymentTypePicker } from './PaymentTypePicker.tsx';

type Chosen = ReturnType<typeof usePayment>;

/** The payments that are added already, and what is left of the sum. */
const Added = ({ parts, left, currency, onRemove }: Chosen['parts']) => (
  <div>
    <ul aria-label="Payments so far">
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

/** Pays a part of the sum, by itself, or all of it again. */
const PartButtons = ({ isPart, canSplit, onPart, onAdd }: Chosen['parts']) =>
  isPart ? (
    <div className={classes.partButtons}>
      <Button variant="default" onClick={onAdd}>
        Add payment
      </Button>
      <Button variant="subtle" onClick={() => onPart(false)}>
        All of it
      </Button>
    </div>
  ) : (
    canSplit && (
      <Button variant="default" onClick={() => onPart(true)}>
        Pay a part
      </Button>
    )
  );

interface PaymentColumnsProps {
  /** What is paid for. */
  lines: ReactNode;
  totals: ReactNode;
  payment: Pick<Chosen, 'picker' | 'fields' | 'parts'>;
  /** Enter in a sum that is not of a part. */
  onDone?: () => void;
  /** Below the money. */
  children?: ReactNode;
}

/** How a bill is paid: types on one side, sums on the other; on a phone the long list comes last. */
export const PaymentColumns = ({ lines, totals, payment: { picker, fields, parts }, onDone, children }: PaymentColumnsProps) => (
  <div className={classes.columns}>
    <div className={classes.types}>
      <div className={classes.totals}>{totals}</div>
      {parts.parts.length > 0 && <Added {...parts} />}
      <PaymentTypePicker {...picker} hasNone={parts.parts.length === 0} />
      <NoDrawer type={picker.types.find(({ id }) => id === picker.value)} />
    </div>
    <div className={classes.sums}>
      <PaymentFields
        key={String(parts.isPart)}
        typeId={picker.value}
        {...fields}
        amountLabel={parts.isPart ? `Amount of ${moneyText(parts.left, fields.currency)}` : undefined}
        first={parts.isPart ? 'amount' : 'given'}
        isAmountAsked={parts.isPart}
        onAmountDone={parts.onAdd}
        onDone={parts.isPart ? undefined : onDone}
      />
      <PartButtons {...parts} />
      {children}
    </div>
    <div>{lines}</div>
  </div>
);
