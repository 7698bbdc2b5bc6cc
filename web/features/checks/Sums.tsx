import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Check, type CheckPayment, reversePayment } from '#contract/checks.ts';
import { clockTime } from '#web/parts/ago.ts';
import { BillTotals } from '#web/parts/BillTotals.tsx';
import { Money } from '#web/parts/Money.tsx';
import { moneyText } from '#contract/money-text.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { useMay } from '#web/platform/session.tsx';
import { Costs } from './Costs.tsx';
import classes from './Sums.module.css';
import { TakeBackDialog } from './TakeBackDialog.tsx';
import type { useDiscounts } from './use-discounts.ts';
import { factsText, ownDirection } from '#web/ui/own-direction.ts';

const Taxes = ({ check: { taxes, currency } }: { check: Check }) =>
  taxes.length === 0 ? null : (
    <ul aria-label="Tax by rate">
      {taxes.map(({ title, rate, type, net, tax, parts }) => (
        <li key={`${title} ${rate} ${type}`} className={classes.row}>
          <span className={classes.quiet}>
            {ownDirection(title)} {rate}% on <Money value={net} currency={currency} />
            {type === 'inclusive' && ', in the price'}
          </span>
          <Money value={tax} currency={currency} className={classes.quiet} />
          {parts.map((part) => (
            <span key={part.title} className={classes.part}>
              {ownDirection(part.title)} {part.rate}% <Money value={part.tax} currency={currency} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );

interface PaymentsProps {
  payments: readonly CheckPayment[];
  currency: string;
  timezone: string | undefined;
  /** Takes one back; undefined where nothing can be taken back. */
  onTakeBack?: ((payment: CheckPayment) => void) | undefined;
}

/** What was paid so far, also what was taken back. */
export const Payments = ({ payments, currency, timezone, onTakeBack }: PaymentsProps) => {
  const mayTakeBack = useMay(reversePayment) && onTakeBack;
  if (payments.length === 0) return null;
  return (
    <ul aria-label="Payments">
      {payments.map((payment, place) => {
        const { payment_id: id, payment_type: type, amount, tip, change, reference, created_at: at, member_name: member, state } = payment;
        const became = state === 'reversed' ? 'Taken back · ' : payment.is_corrected ? 'Corrected · ' : '';
        const facts = [
          clockTime(at, serverNow(), timezone),
          member,
          tip > 0 && `tip ${moneyText(tip, currency)}`,
          change > 0 && `change ${moneyText(change, currency)}`,
          reference,
        ];
        return (
          <li key={`${place} ${id}`} className={classes.row} data-reversed={state === 'reversed' || undefined}>
            <span className={classes.payment}>
              {type}
              <span className={classes.quiet}>
                {became}
                {factsText(facts)}
              </span>
            </span>
            <Money value={amount} currency={currency} className={classes.amount} />
            {mayTakeBack && state === 'captured' && (
              <Button
                variant="default"
                size="compact-md"
                className={classes.back}
                aria-label={`Take back ${moneyText(amount, currency)}, ${type}`}
                onClick={() => onTakeBack(payment)}
              >
                Take back
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
};

interface SumsProps {
  check: Check;
  timezone: string | undefined;
  discounts?: ReturnType<typeof useDiscounts> | undefined;
}

/** Totals, taxes by rate, payments, and what is due in large digits. */
export const Sums = ({ check, timezone, discounts }: SumsProps) => {
  const [takingBack, setTakingBack] = useState<CheckPayment>();
  const { currency, subTotal, taxTotal, total, paid, due, payments, invoices, rounding = 0 } = check;
  const isOpen = check.status === 'open';
  return (
    <section className={`surface ${classes.sums}`} aria-label="Sums">
      <Costs check={check} discounts={isOpen ? discounts : undefined} />
      <BillTotals net={subTotal} tax={taxTotal} total={total} currency={currency} />
      <Taxes check={check} />
      {rounding !== 0 && (
        <p className={classes.row}>
          <span>Cash rounding</span>
          <Money value={rounding} currency={currency} />
        </p>
      )}
      {payments.length > 0 && (
        <>
          <h2 className={classes.heading}>Payments</h2>
          <Payments payments={payments} currency={currency} timezone={timezone} onTakeBack={isOpen ? setTakingBack : undefined} />
        </>
      )}
      {(isOpen || invoices.length > 0) && (
        <div className={classes.due} role="status">
          <span>{!isOpen ? 'Paid' : paid > 0 ? 'Still due' : 'Due'}</span>
          <Money value={isOpen ? due : total} currency={currency} className={classes.digits} />
        </div>
      )}
      {takingBack && isOpen && <TakeBackDialog check={check} payment={takingBack} onClose={() => setTakingBack(undefined)} />}
    </section>
  );
};
