import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { Invoice } from '#contract/invoices.ts';
import type { StoreSettings } from '#contract/pos.ts';
import { Money } from '#web/parts/Money.tsx';
import { dateAndTime } from '#web/platform/printing.ts';
import classes from './InvoiceList.module.css';

/** A month of a busy house has thousands. */
const STEP = 100;

const diningOptions: Record<string, string> = { dinein: 'Dine-In', delivery: 'Delivery', takeaway: 'Take Away' };
const placeOf = ({ table_title, floor }: Invoice): string | null =>
  table_title && (floor && floor !== '-' ? `${table_title} · ${floor}` : table_title);
const optionOf = ({ delivery_type }: Invoice): string => diningOptions[delivery_type] ?? delivery_type;
const customerOf = ({ customer_type, name }: Invoice): string => (customer_type === 'CUSTOMER' ? (name ?? '–') : 'Walk-in');
const paymentOf = ({ payment_type }: Invoice): string => (!payment_type || payment_type === 'unspecified' ? 'Unspecified' : payment_type);

interface InvoiceListProps {
  invoices: Invoice[];
  store: Pick<StoreSettings, 'currency' | 'timezone'>;
  onPrint: (invoice: Invoice) => void;
}

const When = ({ instant, timezone }: { instant: string; timezone: string }) => {
  const [day, time] = dateAndTime(instant, timezone).split(', ');
  return (
    <time dateTime={instant}>
      {time}
      <span className={classes.second}>{day}</span>
    </time>
  );
};

const Table = ({ invoices, store, onPrint }: InvoiceListProps) => (
  // A table wider than its window scrolls, by keyboard too.
  <section className={classes.frame} aria-label="Invoices" tabIndex={0}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Invoice</th>
          <th scope="col">Date</th>
          <th scope="col">Dining</th>
          <th scope="col">Customer</th>
          <th scope="col">Payment</th>
          <th scope="col" className={classes.figure}>
            Subtotal
          </th>
          <th scope="col" className={classes.figure}>
            Tax
          </th>
          <th scope="col" className={classes.figure}>
            Total
          </th>
          <th scope="col">
            <span className="only-heard">Print</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.invoice_id}>
            <td>
              <span className={classes.number}>{invoice.invoice_id}</span>
              <span className={classes.second}>Token {invoice.orders.map(({ token_no }) => token_no).join(', ')}</span>
            </td>
            <td>
              <When instant={invoice.created_at} timezone={store.timezone} />
            </td>
            <td>
              {placeOf(invoice) ?? optionOf(invoice)}
              {placeOf(invoice) && <span className={classes.second}>{optionOf(invoice)}</span>}
            </td>
            <td>{customerOf(invoice)}</td>
            <td className={classes.payment}>{paymentOf(invoice)}</td>
            <td className={classes.figure}>
              <Money value={invoice.sub_total} currency={store.currency} />
            </td>
            <td className={classes.figure}>
              <Money value={invoice.tax_total} currency={store.currency} />
            </td>
            <td className={classes.figure}>
              <Money value={invoice.total} currency={store.currency} className={classes.total} />
            </td>
            <td>
              <Tooltip label="Print a copy">
                <ActionIcon aria-label={`Print invoice ${invoice.invoice_id}`} onClick={() => onPrint(invoice)}>
                  <IconPrinter size={20} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Cards = ({ invoices, store, onPrint }: InvoiceListProps) => (
  <ul className={classes.cards} aria-label="Invoices">
    {invoices.map((invoice) => (
      <li key={invoice.invoice_id} className={classes.card}>
        <div className={classes.cardRow}>
          <span>
            <span className={classes.number}>{invoice.invoice_id}</span>{' '}
            <span className={classes.quiet}>Token {invoice.orders.map(({ token_no }) => token_no).join(', ')}</span>
          </span>
          <Money value={invoice.total} currency={store.currency} className={classes.total} />
        </div>
        <p className={classes.facts}>
          <time dateTime={invoice.created_at}>{dateAndTime(invoice.created_at, store.timezone)}</time>
          <br />
          {[placeOf(invoice), optionOf(invoice), customerOf(invoice), paymentOf(invoice)].filter(Boolean).join(' · ')}
        </p>
        <div className={classes.cardRow}>
          <span className={classes.quiet}>
            <Money value={invoice.sub_total} currency={store.currency} /> + <Money value={invoice.tax_total} currency={store.currency} />{' '}
            tax
          </span>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            aria-label={`Print invoice ${invoice.invoice_id}`}
            onClick={() => onPrint(invoice)}
          >
            Print
          </Button>
        </div>
      </li>
    ))}
  </ul>
);

/** Invoices as a table, on a phone as cards; long lists in steps. */
export const InvoiceList = ({ invoices, ...rest }: InvoiceListProps) => {
  const [shown, setShown] = useState(STEP);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const View = isPhone ? Cards : Table;
  return (
    <>
      <View invoices={invoices.slice(0, shown)} {...rest} />
      <div className={classes.more}>
        <Text size="sm" c="dimmed" role="status">
          {invoices.length > shown
            ? `${shown} of ${invoices.length} invoices`
            : `${invoices.length} invoice${invoices.length === 1 ? '' : 's'}`}
        </Text>
        {invoices.length > shown && (
          <Button variant="default" onClick={() => setShown((count) => count + STEP)}>
            Show more
          </Button>
        )}
      </div>
    </>
  );
};
