import { deliveryTitle } from './delivery-titles.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import type { PrintedReceipt, ReceiptPayment } from '#web/platform/printouts.ts';
import { wallOf } from '#web/platform/store-clock.ts';
import { currencyOf, moneyText } from '#contract/money-text.ts';
import { addSums } from './money-text.ts';
import classes from './Receipt.module.css';
import { ownDirection } from '#web/ui/own-direction.ts';

const Store = ({ store }: Pick<PrintedReceipt, 'store'>) => (
  <>
    <h1 className={classes.store}>{store.store_name}</h1>
    {[store.address, store.phone, store.email].map((text) => text && <p key={text}>{text}</p>)}
  </>
);

/** Who sells, as the law wants it: also where the store's details are left out. */
const Seller = ({ store: { legal_name: name, tax_number: number, tax_number_label: label } }: Pick<PrintedReceipt, 'store'>) => (
  <>
    {name && <p>{name}</p>}
    {number && (
      <p>
        {label || 'Tax number'}: {number}
      </p>
    )}
  </>
);

const Fact = ({ name, value }: { name: string; value: string | null | undefined }) =>
  value ? (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  ) : null;

/** A bill, a share of one that nobody has paid yet, or an order that was sent unpaid. */
const isUnpaid = ({ bill, share, paymentType, invoiceId, refundOf }: PrintedReceipt): boolean =>
  bill !== undefined ||
  (share === undefined ? paymentType === null && invoiceId === undefined && refundOf === undefined : share.paymentId === undefined);

const Facts = ({ receipt }: { receipt: PrintedReceipt }) => {
  const { print, store, date, businessDay = wallOf(date, store.timezone).date, tokens, customerType, customerName, deliveryType } = receipt;
  return (
    <dl className={classes.facts}>
      <Fact
        name={isUnpaid(receipt) ? 'Bill' : 'Receipt'}
        // what is taken back as a sum is of no order
        value={tokens.length > 0 ? `${tokens.join('+')}-${businessDay.replaceAll('-', '')}` : undefined}
      />
      <Fact name="Invoice" value={receipt.invoiceId?.toString()} />
      <Fact name="Date" value={dateAndTime(date, store.timezone)} />
      <Fact name="Order type" value={deliveryTitle(deliveryType)} />
      <Fact name="Table" value={receipt.tableTitle} />
      <Fact name="Name" value={receipt.bill?.name} />
      {print.show_customer_details === 1 && (
        <>
          <Fact name="Customer" value={customerType === 'CUSTOMER' ? (customerName ?? 'Customer') : 'Walk-in customer'} />
          <Fact name="Deliver to" value={receipt.deliveryAddress} />
        </>
      )}
      <Fact name="Buyer" value={receipt.buyer?.name} />
      <Fact name="Tax number" value={receipt.buyer?.tax_number} />
      <Fact name="Address" value={receipt.buyer?.address} />
    </dl>
  );
};

const Lines = ({ receipt }: { receipt: PrintedReceipt }) => {
  const { currency } = receipt.store;
  // The symbol stands beside the total; in each line it would only take room.
  const figures = (value: number) => moneyText(value, currency).replace(currencyOf(currency).symbol, '').trim();
  return (
    <ul>
      {receipt.lines.map((line, place) => (
        <li key={place} className={classes.line}>
          {line.round && <p className={classes.round}>{line.round}</p>}
          <p className={classes.title}>
            {line.title}
            {line.variant && ` – ${line.variant}`}
          </p>
          {line.addons.length > 0 && <p className={classes.detail}>+ {line.addons.join(', ')}</p>}
          {receipt.print.show_notes === 1 && line.notes && <p className={classes.detail}>Notes: {line.notes}</p>}
          <div className={classes.row}>
            <span className={classes.detail}>
              {line.quantity} × {figures(line.price)}
            </span>
            <span>{figures(line.total)}</span>
          </div>
          {line.discount !== undefined && (
            <div className={classes.row}>
              <span className={classes.detail}>Discount</span>
              <span>{figures(-line.discount)}</span>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
};

const Sum = ({ name, value, className = '' }: { name: string; value: string; className?: string | undefined }) => (
  <div className={`${classes.row} ${className}`}>
    <span>{name}</span>
    <span>{value}</span>
  </div>
);

/** Sums that add up from the lines: what is inside inclusive prices is taken out before the subtotal without tax. */
const Sums = ({ receipt }: { receipt: PrintedReceipt }) => {
  const { store, lines, subTotal, taxTotal, total, taxes, charges = [] } = receipt;
  const money = (value: number) => moneyText(value, store.currency);
  const items = addSums(
    [...lines.flatMap((line) => [line.total, -(line.discount ?? 0)]), ...charges.map(({ amount }) => amount)],
    store.currency,
  );
  // what is taken back as a sum has no lines
  const isInside = lines.length > 0 && taxes?.some(({ type, tax }) => type === 'inclusive' && tax !== 0) === true;
  return (
    <>
      {charges.map(({ title, amount }) => (
        <Sum key={title} name={title} value={money(amount)} />
      ))}
      {isInside && (
        <>
          <Sum name={charges.length === 0 ? 'Items' : 'Items and charges'} value={money(items)} />
          <Sum name="Tax in the prices" value={money(addSums([subTotal, -items], store.currency))} />
        </>
      )}
      <Sum name="Subtotal (excl. tax)" value={money(subTotal)} />
      <Sum name="Tax" value={money(taxTotal)} />
      <Sum name="Total" value={money(total)} className={classes.total} />
      {taxes && taxes.length > 0 && (
        <table className={classes.taxes}>
          <thead>
            <tr>
              <th>Tax</th>
              <th>Base</th>
              <th>Amount</th>
            </tr>
          </thead>
          <tbody>
            {taxes.flatMap(({ title, rate, type, net, tax, parts = [] }) => [
              <tr key={`${title} ${rate} ${type}`}>
                <td>
                  {ownDirection(title)} {rate}%
                </td>
                <td>{money(net)}</td>
                <td>{money(tax)}</td>
              </tr>,
              ...parts.map((part) => (
                <tr key={`${title} ${rate} ${type} ${part.title}`}>
                  <td>
                    – {ownDirection(part.title)} {part.rate}%
                  </td>
                  <td />
                  <td>{money(part.tax)}</td>
                </tr>
              )),
            ])}
          </tbody>
        </table>
      )}
    </>
  );
};

const Payments = ({ payments, money }: { payments: readonly ReceiptPayment[]; money: (value: number) => string }) => (
  <>
    {payments.map(({ payment_type: type, amount, tip, tendered, change, reference }, place) => (
      <div key={place} className={classes.payment}>
        <Sum name={type} value={money(amount)} />
        {tip > 0 && <Sum name="Tip" value={money(tip)} />}
        {tendered !== null && (
          <>
            <Sum name="Given" value={money(tendered)} />
            <Sum name="Change" value={money(change)} />
          </>
        )}
        {reference && <p className={classes.detail}>{reference}</p>}
      </div>
    ))}
  </>
);

/** How it was paid; of a bill and its shares, what was taken for it so far. */
const Paid = ({ receipt, money }: { receipt: PrintedReceipt; money: (value: number) => string }) => {
  const { store, total, payments = [], bill, share } = receipt;
  const isReceipt = !bill && !share;
  // a refund of less than the smallest coin gives nothing back
  if (payments.length === 0 && receipt.refundOf === undefined)
    return isReceipt && <Sum name="Payment" value={receipt.paymentType ?? 'Not paid'} />;
  // what was paid above the total can only be cash that was rounded
  const rounding = receipt.rounding ?? addSums([...payments.map(({ amount }) => amount), -total], store.currency);
  return (
    <>
      {isReceipt && rounding !== 0 && <Sum name="Cash rounding" value={money(rounding)} />}
      <Payments payments={payments} money={money} />
    </>
  );
};

/** What a print is, where it is no first receipt. */
const kindOf = (receipt: PrintedReceipt): (string | false | undefined)[] => {
  const { bill, share, isCopy, refundOf } = receipt;
  return [
    refundOf !== undefined && `Refund of invoice ${refundOf}`,
    isUnpaid(receipt) && 'Bill, not a receipt',
    bill && bill.prints > 1 && `Copy ${bill.prints}`,
    share && `Share ${share.number} of ${share.of}`,
    isCopy && 'Copy',
  ];
};

/** A receipt for 80 or 57 mm paper, black on white whatever the colour scheme. Text only: what guests write is never markup. */
export const Receipt = ({ receipt }: { receipt: PrintedReceipt }) => {
  const { print, store, total, tokens, payments = [], bill, share } = receipt;
  const money = (value: number) => moneyText(value, store.currency);
  return (
    <article className={classes.receipt} data-width={print.page_format} aria-label={isUnpaid(receipt) ? 'Bill' : 'Receipt'}>
      <header className={classes.head}>
        {print.show_store_details === 1 && <Store store={store} />}
        <Seller store={store} />
        {print.header && <p>{print.header}</p>}
        {kindOf(receipt).map(
          (kind) =>
            kind && (
              <p key={kind} className={classes.copy}>
                {kind}
              </p>
            ),
        )}
      </header>
      <hr className={classes.rule} />
      <Facts receipt={receipt} />
      <hr className={classes.rule} />
      {!share && receipt.lines.length > 0 && (
        <>
          <Lines receipt={receipt} />
          <hr className={classes.rule} />
        </>
      )}
      <div className={classes.sums}>
        {share ? (
          <>
            <Sum name="Total of the bill" value={money(total)} />
            <Sum name={`Share ${share.number} of ${share.of}`} value={money(share.amount)} className={classes.total} />
          </>
        ) : (
          <Sums receipt={receipt} />
        )}
        <Paid receipt={receipt} money={money} />
        {bill && <Sum name={payments.length > 0 ? 'Still due' : 'Due'} value={money(bill.due)} className={classes.total} />}
      </div>
      {print.footer && (
        <footer>
          <hr className={classes.rule} />
          <p className={classes.foot}>{print.footer}</p>
        </footer>
      )}
      {print.print_token === 1 && !bill && !share && receipt.refundOf === undefined && (
        <div className={classes.token}>
          <span className={classes.tokenWord}>Token</span>
          <span className={classes.tokenNumber}>{tokens.join(' · ')}</span>
        </div>
      )}
    </article>
  );
};
