import type { ReactNode } from 'react';
import { CashField } from './CashField.tsx';
import classes from './PaymentColumns.module.css';
import type { usePayment } from './payment-choice.ts';
import { PaymentTypePicker } from './PaymentTypePicker.tsx';

interface PaymentColumnsProps {
  /** What is paid for. */
  lines: ReactNode;
  totals: ReactNode;
  payment: Pick<ReturnType<typeof usePayment>, 'picker' | 'cash'>;
  /** Below the money. */
  children?: ReactNode;
}

/** A bill and how it is paid, beside each other; on a phone the money comes before the long list. */
export const PaymentColumns = ({ lines, totals, payment: { picker, cash }, children }: PaymentColumnsProps) => (
  <div className={classes.columns}>
    <div className={classes.lines}>{lines}</div>
    <div className={classes.payment}>
      <div className={classes.totals}>{totals}</div>
      <PaymentTypePicker {...picker} />
      {cash && <CashField {...cash} />}
      {children}
    </div>
  </div>
);
