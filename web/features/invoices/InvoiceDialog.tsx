import { Button, Skeleton, Stack } from '@mantine/core';
import { IconCopy, IconFileOff, IconPrinter } from '@tabler/icons-react';
import { getInvoice, type Invoice, type OpenedInvoice } from '#contract/invoices.ts';
import type { PaymentType } from '#contract/payment-types.ts';
import type { StoreSettings } from '#contract/shown-settings.ts';
import { BillTotals } from '#web/parts/BillTotals.tsx';
import { Money } from '#web/parts/Money.tsx';
import { useReply } from '#web/platform/api.ts';
import { useCoalesced } from '#web/platform/coalesce.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import { useReloads } from '#web/platform/realtime.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { isMissing, Loaded } from '#web/ui/Loaded.tsx';
import { InvoiceActions } from './InvoiceActions.tsx';
import classes from './InvoiceDialog.module.css';
import type { RefundActions } from './RefundDialog.tsx';
import { customerOf, optionOf, paymentText, placeOf, tokensOf } from './invoice-text.ts';
import { factsText, ownDirection } from '#web/ui/own-direction.ts';

interface PartProps {
  opened: OpenedInvoice;
  timezone: string;
}

const Facts = ({ opened: { invoice }, timezone }: PartProps) => (
  <dl className={classes.facts}>
    <dt>Date</dt>
    <dd>
      <time dateTime={invoice.created_at}>{dateAndTime(invoice.created_at, timezone)}</time>
    </dd>
    <dt>Dining</dt>
    <dd>{factsText([optionOf(invoice), placeOf(invoice)])}</dd>
    <dt>Customer</dt>
    <dd>{factsText([customerOf(invoice), invoice.customer_id])}</dd>
    {/* a refund is of no order */}
    {invoice.orders.length > 0 && (
      <>
        <dt>Token</dt>
        <dd>{tokensOf(invoice)}</dd>
        <dt>Order</dt>
        <dd>{invoice.orders.map(({ order_id }) => order_id).join(', ')}</dd>
      </>
    )}
  </dl>
);

const Lines = ({ opened: { invoice, summary } }: PartProps) => (
  <ul aria-label="Lines">
    {summary.orders.flatMap(({ items }) =>
      items.map((line) => (
        <li key={line.id} className={classes.row}>
          <span className={classes.quantity}>{line.quantity} ×</span>
          <span className={classes.what}>
            {line.item_title}
            {line.variant_title && ` – ${line.variant_title}`}
            {line.addons && line.addons.length > 0 && (
              <span className={classes.quiet}>+ {line.addons.map(({ title }) => title).join(', ')}</span>
            )}
            {line.notes && <span className={classes.quiet}>{line.notes}</span>}
          </span>
          <Money value={line.itemTotal} currency={invoice.currency} />
        </li>
      )),
    )}
  </ul>
);

const Sums = ({ opened: { invoice, taxes, charged, payments } }: PartProps) => (
  <>
    <BillTotals
      net={invoice.sub_total}
      tax={invoice.tax_total}
      total={invoice.total}
      discount={invoice.discount}
      charges={charged.length === 0 && invoice.charges !== 0 ? [{ charge_id: 0, title: 'Charges', amount: invoice.charges }] : charged}
      currency={invoice.currency}
    />
    {taxes.length > 0 && (
      <section aria-label="Tax by rate">
        <h3 className={classes.heading}>Tax by rate</h3>
        <ul>
          {taxes.map(({ title, rate, type, net, tax, parts }) => (
            <li key={`${title} ${rate} ${type}`} className={classes.row}>
              <span className={classes.what}>
                {ownDirection(title)} {rate}% on <Money value={net} currency={invoice.currency} />
                {type === 'inclusive' && ', in the price'}
                {parts.map((part) => (
                  <span key={part.title} className={classes.quiet}>
                    {ownDirection(part.title)} {part.rate}% <Money value={part.tax} currency={invoice.currency} />
                  </span>
                ))}
              </span>
              <Money value={tax} currency={invoice.currency} />
            </li>
          ))}
        </ul>
      </section>
    )}
    <section aria-label="Payments">
      <h3 className={classes.heading}>Payments</h3>
      <ul>
        {invoice.rounding !== 0 && (
          <li className={classes.row}>
            <span className={classes.what}>Cash rounding</span>
            <Money value={invoice.rounding} currency={invoice.currency} />
          </li>
        )}
        {payments.map(({ payment_type, amount, tip, tendered, change }, place) => (
          <li key={place} className={classes.row}>
            <span className={classes.what}>
              {paymentText(payment_type)}
              {tip > 0 && (
                <span className={classes.quiet}>
                  and a tip of <Money value={tip} currency={invoice.currency} />
                </span>
              )}
              {tendered !== null && (
                <span className={classes.quiet}>
                  <Money value={tendered} currency={invoice.currency} /> given, <Money value={change} currency={invoice.currency} /> back
                </span>
              )}
            </span>
            <Money value={amount} currency={invoice.currency} />
          </li>
        ))}
      </ul>
    </section>
  </>
);

const Later = ({ opened: { invoice, refunds, buyer, refund_of: of }, timezone }: PartProps) => (
  <>
    {of !== null && <p>This takes back invoice {of}.</p>}
    {buyer && (
      <section aria-label="Buyer">
        <h3 className={classes.heading}>Buyer</h3>
        <p>{factsText([buyer.name, buyer.tax_number, buyer.address])}</p>
      </section>
    )}
    {refunds.length > 0 && (
      <section aria-label="Refunds">
        <h3 className={classes.heading}>Refunds</h3>
        <ul>
          {refunds.map(({ invoice_id: number, total, created_at: at, reason }) => (
            <li key={number} className={classes.row}>
              <span className={classes.what}>
                Invoice {number}
                {reason && <span className={classes.quiet}>{reason}</span>}
              </span>
              <time dateTime={at} className={classes.quiet}>
                {dateAndTime(at, timezone)}
              </time>
              <Money value={total} currency={invoice.currency} />
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
);

const eventText = ({ what, token_no, member }: OpenedInvoice['history'][0]): string =>
  what === 'ordered' ? `Ordered, token ${token_no}` : `Paid${member === null ? '' : `, taken by ${member}`}`;

const History = ({ opened: { history }, timezone }: PartProps) => {
  const rows = history.map((event) => ({ at: event.at, text: eventText(event), time: dateAndTime(event.at, timezone) }));
  return (
    <section aria-label="History">
      <h3 className={classes.heading}>History</h3>
      <ol>
        {rows
          // payments of one person in one minute read alike; each stands with its sum under Payments
          .filter(({ text, time }, place) => text !== rows[place - 1]?.text || time !== rows[place - 1]?.time)
          .map(({ at, text, time }, place) => (
            <li key={place} className={classes.row}>
              <span className={classes.what}>{text}</span>
              <time dateTime={at} className={classes.quiet}>
                {time}
              </time>
            </li>
          ))}
      </ol>
    </section>
  );
};

interface InvoiceDialogProps {
  id: string;
  store: StoreSettings;
  paymentTypes: readonly PaymentType[];
  onPrint: (invoice: Invoice, isCopy: boolean) => void;
  onRefunded: RefundActions['onRefunded'];
  isPrinted: boolean;
  onClose: () => void;
}

/** All that is known of one invoice. Nothing in it can be changed; it can be taken back. */
export const InvoiceDialog = ({ id, store, paymentTypes, isPrinted, onPrint, onRefunded, onClose }: InvoiceDialogProps) => {
  const { timezone } = store;
  const found = useReply(getInvoice, { params: { id } });
  // a colleague may refund it, or correct its payment
  useReloads(['check_update'], useCoalesced(found.refetch));
  const invoice = found.data?.invoice;
  return (
    <Dialog
      opened
      size="lg"
      title={`Invoice ${id}`}
      onClose={onClose}
      footer={
        <>
          {found.data && <InvoiceActions opened={found.data} {...{ store, paymentTypes, isPrinted, onRefunded }} />}
          <Button
            variant="default"
            leftSection={<IconCopy size={18} aria-hidden />}
            disabled={!invoice}
            onClick={() => invoice && onPrint(invoice, true)}
          >
            Print a copy
          </Button>
          <Button
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={!invoice}
            onClick={() => invoice && onPrint(invoice, false)}
          >
            Print
          </Button>
        </>
      }
    >
      {isMissing(found) ? (
        <EmptyState icon={IconFileOff} sentence="This invoice does not exist!" />
      ) : (
        <Loaded from={found} failure="Error loading details! Please try later!" skeleton={<Skeleton height={320} />}>
          {(opened) => (
            // longer than a screen, it scrolls by keyboard too
            <Stack gap="md" component="section" tabIndex={0} aria-label={`Invoice ${id}`}>
              <Facts opened={opened} timezone={timezone} />
              <Lines opened={opened} timezone={timezone} />
              <Sums opened={opened} timezone={timezone} />
              <Later opened={opened} timezone={timezone} />
              <History opened={opened} timezone={timezone} />
            </Stack>
          )}
        </Loaded>
      )}
    </Dialog>
  );
};
