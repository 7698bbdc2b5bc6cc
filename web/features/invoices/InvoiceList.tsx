import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import type { Invoice } from '#contract/invoices.ts';
import { moneyText } from '#contract/money-text.ts';
import type { StoreSettings } from '#contract/shown-settings.ts';
import { Money } from '#web/parts/Money.tsx';
import { dateAndTime } from '#web/platform/dates.ts';
import classes from './InvoiceList.module.css';
import { customerOf, optionOf, paymentText, placeOf, markOf } from './invoice-text.ts';
import { factsText } from '#web/ui/own-direction.ts';

interface InvoiceListProps {
  invoices: Invoice[];
  store: Pick<StoreSettings, 'timezone'>;
  /** Of the page before, while the next one is on its way. */
  isOld?: boolean;
  onOpen: (invoice: Invoice) => void;
  /** A second print says that it is a copy. */
  onPrint: (invoice: Invoice, isCopy: boolean) => void;
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

const OpenButton = ({ invoice, onOpen }: { invoice: Invoice; onOpen: (invoice: Invoice) => void }) => (
  <UnstyledButton className={classes.number} aria-label={`Open invoice ${invoice.invoice_id}`} onClick={() => onOpen(invoice)}>
    {invoice.invoice_id}
  </UnstyledButton>
);

const Table = ({ invoices, store, isOld, onOpen, onPrint }: InvoiceListProps) => (
  // A table wider than its window scrolls, by keyboard too.
  <section className="table-frame" aria-label="Invoices" tabIndex={0} data-old={isOld}>
    <table className={`row-table ${classes.table}`}>
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
            <span className="sr-only">Print</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          // its number is the button for keys; the rest of the row is a larger place to touch
          <tr key={invoice.invoice_id} className={classes.opens} onClick={() => onOpen(invoice)}>
            <td>
              <OpenButton invoice={invoice} onOpen={onOpen} />
              <span className={classes.second}>{markOf(invoice)}</span>
              {invoice.refunded > 0 && (
                <span className={classes.second}>
                  <Money value={invoice.refunded} currency={invoice.currency} /> refunded
                </span>
              )}
            </td>
            <td>
              <When instant={invoice.created_at} timezone={store.timezone} />
            </td>
            <td>
              {placeOf(invoice) ?? optionOf(invoice)}
              {placeOf(invoice) && <span className={classes.second}>{optionOf(invoice)}</span>}
            </td>
            <td>{customerOf(invoice)}</td>
            <td className={classes.payment}>{paymentText(invoice.payment_type)}</td>
            <td className={classes.figure}>
              <Money value={invoice.sub_total} currency={invoice.currency} />
            </td>
            <td className={classes.figure}>
              <Money value={invoice.tax_total} currency={invoice.currency} />
            </td>
            <td className={classes.figure}>
              <Money value={invoice.total} currency={invoice.currency} className={classes.total} />
            </td>
            <td className={classes.actions} onClick={(event) => event.stopPropagation()}>
              <ActionIcon data-hint="Print" aria-label={`Print invoice ${invoice.invoice_id}`} onClick={() => onPrint(invoice, false)}>
                <IconPrinter size={20} stroke={1.75} />
              </ActionIcon>
              <ActionIcon
                data-hint="Print a copy"
                aria-label={`Print a copy of invoice ${invoice.invoice_id}`}
                onClick={() => onPrint(invoice, true)}
              >
                <IconCopy size={20} stroke={1.75} />
              </ActionIcon>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Cards = ({ invoices, store, isOld, onOpen, onPrint }: InvoiceListProps) => (
  <ul className={classes.cards} aria-label="Invoices" data-old={isOld}>
    {invoices.map((invoice) => (
      <li key={invoice.invoice_id} className={`surface ${classes.card}`}>
        <div className={classes.cardRow}>
          <span>
            <OpenButton invoice={invoice} onOpen={onOpen} /> <span className={classes.quiet}>{markOf(invoice)}</span>
          </span>
          <Money value={invoice.total} currency={invoice.currency} className={classes.total} />
        </div>
        <p className={classes.facts}>
          <time dateTime={invoice.created_at}>{dateAndTime(invoice.created_at, store.timezone)}</time>
          <br />
          {factsText([
            placeOf(invoice),
            optionOf(invoice),
            customerOf(invoice),
            paymentText(invoice.payment_type),
            invoice.refunded > 0 && `${moneyText(invoice.refunded, invoice.currency)} refunded`,
          ])}
        </p>
        <span className={classes.quiet}>
          <Money value={invoice.sub_total} currency={invoice.currency} /> + <Money value={invoice.tax_total} currency={invoice.currency} />{' '}
          tax
        </span>
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            aria-label={`Print invoice ${invoice.invoice_id}`}
            onClick={() => onPrint(invoice, false)}
          >
            Print
          </Button>
          <Button
            variant="default"
            leftSection={<IconCopy size={18} aria-hidden />}
            aria-label={`Print a copy of invoice ${invoice.invoice_id}`}
            onClick={() => onPrint(invoice, true)}
          >
            Copy
          </Button>
        </div>
      </li>
    ))}
  </ul>
);

/** Invoices as a table, on a phone as cards. */
export const InvoiceList = (props: InvoiceListProps) => {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return isPhone ? <Cards {...props} /> : <Table {...props} />;
};
