import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { moneyText } from '#contract/money-text.ts';
import classes from './Breakdowns.module.css';
import { FigureTable } from './FigureTable.tsx';
import { type Details, paymentText, type Report, whatText } from './report-text.ts';
import { ownDirection } from '#web/ui/own-direction.ts';

const Panel = ({
  title,
  hint,
  nothing,
  children,
}: {
  title: string;
  hint?: string | undefined;
  nothing?: string | false;
  children: ReactNode;
}) => (
  <section className={`surface ${classes.panel}`}>
    <Title order={2}>{title}</Title>
    {hint && <p className={classes.hint}>{hint}</p>}
    {nothing ? <p className={classes.nothing}>{nothing}</p> : children}
  </section>
);

const count = (value: number) => value.toLocaleString('en');
const addUp = (counts: number[]) => counts.reduce((sum, one) => sum + one, 0);
const shareOf = (value: number, values: number[]) => value / Math.max(...values, Number.MIN_VALUE);

interface PanelsProps {
  details: Details;
  money: (value: number) => string;
}

/** What sold, how it was paid, by whom, and what of it is tax. */
const Sales = ({
  report,
  details: { byCategory, byPaymentType, rounding = 0, byMember, byTax },
  money,
}: PanelsProps & { report: Report }) => {
  // they are beside the amounts, and most restaurants take some
  const hasTips = byPaymentType.some(({ tips }) => tips !== 0);
  const sold = report.topSellingItems.map((item) => item.orders_count);
  return (
    <>
      <Panel title="Top selling items" nothing={sold.length === 0 && 'Nothing was sold in this period.'}>
        <FigureTable
          name="Top selling items"
          columns={['Item', 'Price', 'Sold']}
          rows={report.topSellingItems.map((item) => ({
            key: String(item.id),
            cells: [item.title, money(item.price), count(item.orders_count)],
            share: shareOf(item.orders_count, sold),
          }))}
        />
      </Panel>
      <Panel
        title="By category"
        hint="What was paid for, at the prices on the order"
        nothing={byCategory.length === 0 && 'Nothing was paid in this period.'}
      >
        <FigureTable
          name="By category"
          columns={['Category', 'Pieces', 'Sales']}
          rows={byCategory.map((row) => ({
            key: String(row.category_id),
            cells: [row.title ?? 'No category', count(row.quantity), money(row.sales)],
            share: shareOf(
              row.sales,
              byCategory.map(({ sales }) => sales),
            ),
          }))}
        />
      </Panel>
      <Panel
        title="By payment type"
        hint={
          rounding === 0
            ? undefined
            : `Together ${money(Math.abs(rounding))} ${rounding > 0 ? 'above' : 'below'} the revenue, since cash is rounded`
        }
        nothing={byPaymentType.length === 0 && 'Nothing was paid in this period.'}
      >
        <FigureTable
          name="By payment type"
          columns={['Payment type', 'Payments', 'Amount', ...(hasTips ? ['Tips'] : [])]}
          rows={byPaymentType.map((row) => ({
            key: row.payment_type,
            cells: [paymentText(row.payment_type), count(row.payments), money(row.amount), ...(hasTips ? [money(row.tips)] : [])],
            share: shareOf(
              row.amount,
              byPaymentType.map(({ amount }) => amount),
            ),
          }))}
        />
      </Panel>
      <Panel title="By member" hint="Who took the payment" nothing={byMember.length === 0 && 'Nothing was paid in this period.'}>
        <FigureTable
          name="By member"
          columns={['Member', 'Invoices', 'Revenue']}
          rows={byMember.map((row, place) => ({
            key: String(place),
            cells: [row.name ?? 'Nobody', count(row.invoices), money(row.revenue)],
            share: shareOf(
              row.revenue,
              byMember.map(({ revenue }) => revenue),
            ),
          }))}
        />
      </Panel>
      <Panel title="Tax by rate" nothing={byTax.length === 0 && 'No taxes in this period.'}>
        <FigureTable
          name="Tax by rate"
          columns={['Tax', 'Sales', 'Tax amount']}
          rows={byTax.flatMap(({ title, rate, type, sales, tax, parts }) => [
            {
              key: `${title} ${rate} ${type}`,
              cells: [`${ownDirection(title)}, ${rate}% ${type === 'inclusive' ? 'in the price' : 'on top'}`, money(sales), money(tax)],
            },
            ...parts.map((part, place) => ({
              key: `${title} ${rate} ${type} ${place}`,
              cells: [`of it ${ownDirection(part.title)}, ${part.rate}%`, '', money(part.tax)],
            })),
          ])}
        />
      </Panel>
    </>
  );
};

/** What was cancelled, taken off or paid back, and what was charged beside the items. */
const Losses = ({ details: { byReason, cancelled, discounts, discountsByMember, charges }, money }: PanelsProps) => (
  <>
    <Panel
      title="Cancelled"
      hint="Of the orders placed in this period"
      nothing={cancelled.orders === 0 && cancelled.quantity === 0 && 'Nothing was cancelled in this period.'}
    >
      <FigureTable
        name="Cancelled"
        columns={['What', 'Cancelled']}
        rows={[
          { key: 'orders', cells: ['Whole orders', count(cancelled.orders)] },
          { key: 'items', cells: ['Items', count(cancelled.quantity)] },
          { key: 'amount', cells: ['Worth', money(cancelled.amount)] },
          { key: 'made', cells: ['Made already, items', count(cancelled.made.quantity)] },
          { key: 'madeAmount', cells: ['Made already, worth', money(cancelled.made.amount)] },
        ]}
      />
    </Panel>
    <Panel
      title="Discounts and charges"
      hint="Taken off what was paid, by whom; and charged beside the items, without tax on top"
      nothing={discounts === 0 && charges === 0 && 'Nothing was taken off or charged in this period.'}
    >
      <FigureTable
        name="Discounts and charges"
        columns={['What', 'Count', 'Amount']}
        rows={[
          ...discountsByMember.map((row, place) => ({
            key: String(place),
            cells: [`Discounts: ${row.name ?? 'a former member'}`, count(row.count), money(row.amount)],
          })),
          { key: 'discounts', cells: ['All discounts', count(addUp(discountsByMember.map((row) => row.count))), money(discounts)] },
          { key: 'charges', cells: ['All charges', '', money(charges)] },
        ]}
      />
    </Panel>
    <Panel
      title="By reason"
      hint="Cancelled after it was sent, taken off, and paid back"
      nothing={byReason.length === 0 && 'Nothing was cancelled, taken off or paid back.'}
    >
      <FigureTable
        name="By reason"
        columns={['Reason', 'Count', 'Worth']}
        rows={byReason.map(({ kind, reason, count: times, amount }) => ({
          key: `${kind} ${reason}`,
          cells: [`${whatText[kind]}: ${reason ?? 'no reason given'}`, count(times), money(amount)],
        }))}
      />
    </Panel>
  </>
);

/** What the sales of a period are made of, and what was lost of them. */
export const Breakdowns = ({ report, details }: { report: Report; details: Details }) => {
  const money = (value: number) => moneyText(value, details.currency);
  return (
    <div className={classes.grid}>
      <Sales report={report} details={details} money={money} />
      <Losses details={details} money={money} />
    </div>
  );
};
