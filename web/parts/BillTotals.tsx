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
}

/** Subtotal, tax and total of a cart, a check or an invoice. */
export const BillTotals = ({ net, tax, total, currency, taxNote }: BillTotalsProps) => (
  <dl className={classes.totals}>
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
