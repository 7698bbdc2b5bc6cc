import { dateAndTime, type ReceiptData } from '#web/platform/printing.ts';
import { wallOf } from '#web/platform/store-clock.ts';
import { currencyOf, moneyText } from './money-text.ts';
import classes from './Receipt.module.css';

const orderTypes: Record<string, string> = { dinein: 'Dine-In', delivery: 'Delivery', takeaway: 'Take Away' };

const Store = ({ store }: Pick<ReceiptData, 'store'>) => (
  <>
    <h1 className={classes.store}>{store.store_name}</h1>
    {[store.address, store.phone, store.email].map((text) => text && <p key={text}>{text}</p>)}
  </>
);

const Fact = ({ name, value }: { name: string; value: string | null | undefined }) =>
  value ? (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  ) : null;

const Facts = ({ receipt }: { receipt: ReceiptData }) => {
  const { print, store, date, businessDay = wallOf(date, store.timezone).date, tokens, customerType, customerName, deliveryType } = receipt;
  return (
    <dl className={classes.facts}>
      <Fact name="Receipt" value={`${tokens.join('+')}-${businessDay.replaceAll('-', '')}`} />
      <Fact name="Invoice" value={receipt.invoiceId?.toString()} />
      <Fact name="Date" value={dateAndTime(date, store.timezone)} />
      <Fact name="Order type" value={orderTypes[deliveryType] ?? deliveryType} />
      <Fact name="Table" value={receipt.tableTitle} />
      {print.show_customer_details === 1 && (
        <Fact name="Customer" value={customerType === 'CUSTOMER' ? (customerName ?? 'Customer') : 'Walk-in customer'} />
      )}
    </dl>
  );
};

const Lines = ({ receipt }: { receipt: ReceiptData }) => {
  const { currency } = receipt.store;
  // The symbol stands beside the total; in each line it would only take room.
  const figures = (value: number) => moneyText(value, currency).replace(currencyOf(currency).symbol, '').trim();
  return (
    <ul className={classes.lines}>
      {receipt.lines.map((line, place) => (
        <li key={place} className={classes.line}>
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

/** A receipt for 80 or 57 mm paper, black on white whatever the colour scheme. Text only: what guests write is never markup. */
export const Receipt = ({ receipt }: { receipt: ReceiptData }) => {
  const { print, store, subTotal, taxTotal, total, tokens } = receipt;
  const money = (value: number) => moneyText(value, store.currency);
  return (
    <article className={classes.receipt} data-width={print.page_format} aria-label="Receipt">
      <header className={classes.head}>
        {print.show_store_details === 1 && <Store store={store} />}
        {print.header && <p>{print.header}</p>}
        {receipt.isCopy && <p className={classes.copy}>Copy</p>}
      </header>
      <hr className={classes.rule} />
      <Facts receipt={receipt} />
      <hr className={classes.rule} />
      <Lines receipt={receipt} />
      <hr className={classes.rule} />
      <div className={classes.sums}>
        <Sum name="Subtotal (excl. tax)" value={money(subTotal)} />
        <Sum name="Tax" value={money(taxTotal)} />
        <Sum name="Total" value={money(total)} className={classes.total} />
        <Sum name="Payment" value={receipt.paymentType ?? 'Not paid'} />
      </div>
      {print.footer && (
        <footer>
          <hr className={classes.rule} />
          <p className={classes.foot}>{print.footer}</p>
        </footer>
      )}
      {print.print_token === 1 && (
        <div className={classes.token}>
          <span className={classes.tokenWord}>Token</span>
          <span className={classes.tokenNumber}>{tokens.join(' · ')}</span>
        </div>
      )}
    </article>
  );
};
