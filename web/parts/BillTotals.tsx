import { Fragment } from 'react';
import classes from './BillTotals.module.css';
import { Money } from './Money.tsx';

interface BillTotalsProps {
  /** Decimal numbers, as the wire has them. */
  net: number;
  tax: number;
  total: number;
  /** ISO 4217 code. */
  currency: string;
  /** Which taxes these are: 'VAT 5% incl.' */
  taxNote?: string | undefined;
  /** All money off. */
  discount?: number | undefined;
  /** What is charged beside the lines. */
  charges?: readonly { charge_id: number; title: string; amount: number }[] | undefined;
}

/** Subtotal, tax and total of a cart, a check or an invoice. */
export const BillTotals = ({ net, tax, total, currency, taxNote, discount = 0, charges = [] }: BillTotalsProps) => (
  <dl className={classes.totals}>
    {discount > 0 && (
      <>
        <dt>Discount</dt>
        <dd className={classes.off}>
          <Money value={-discount} currency={currency} />
        </dd>
      </>
    )}
    {charges.map(({ charge_id: id, title, amount }) => (
      <Fragment key={id}>
        <dt>{title}</dt>
        <dd>
          <Money value={amount} currency={currency} />
        </dd>
      </Fragment>
    ))}
    <dt>Subtotal</dt>
    <dd>
      <Money value={net} currency={currency} />
    </dd>
    <dt>Tax {taxNote && <span className={classes.note}>{taxNote}</span>}</dt>
    <dd>
      <Money value={tax} currency={currency} />
    </dd>
    <dt className={classes.total}>Total</dt>
    <dd className={classes.total}>
      <Money value={total} currency={currency} />
    </dd>
  </dl>
);
