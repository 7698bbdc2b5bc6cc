import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { PaidInvoice } from '#contract/paid-invoices.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { clockTime } from './ago.ts';
import { Money } from './Money.tsx';
import classes from './PayDialog.module.css';

interface PaidMeanwhileProps {
  sentence: string;
  payments: readonly PaidInvoice[];
  store: { currency: string; timezone: string };
}

/** Somebody else was quicker: who took how much, how and when, so that nobody asks the guest twice. */
export const PaidMeanwhile = ({ sentence, payments, store: { currency, timezone } }: PaidMeanwhileProps) => (
  <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
    <p className={classes.lost}>{sentence}</p>
    {payments.map(({ id, total, payment_type: type, created_at: at, member }) => (
      <p key={id} className={classes.payment}>
        <Money value={total} currency={currency} className={classes.sum} />
        {[
          type === 'unspecified' ? 'no payment type' : type,
          clockTime(at, serverNow(), timezone),
          member ?? 'somebody',
          `invoice ${id}`,
        ].map((fact) => ` · ${fact}`)}
      </p>
    ))}
  </Alert>
);
