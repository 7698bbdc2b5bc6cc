import { Fragment, type ReactNode } from 'react';
import type { DaySums } from '#contract/day.ts';
import { Money } from '#web/parts/Money.tsx';
import classes from './DayEnd.module.css';
import { ownDirection } from '#web/ui/own-direction.ts';

interface DaySheetProps {
  day: DaySums;
  currency: string;
}

interface RowsProps {
  title: string;
  /** What stands in the place of the rows where there are none. */
  none?: string | undefined;
  children: ReactNode;
}

const Rows = ({ title, none, children }: RowsProps) => (
  <section className={`surface ${classes.group}`}>
    <h2 className={classes.heading}>{title}</h2>
    {none ? <p className={classes.quiet}>{none}</p> : <dl>{children}</dl>}
  </section>
);

const Row = ({ name, isPart, children }: { name: ReactNode; isPart?: boolean; children: ReactNode }) => (
  <div className={classes.row} data-part={isPart || undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface CountedProps {
  counted: number;
  difference: number;
  money: (value: number) => ReactNode;
}

const Counted = ({ counted, difference, money }: CountedProps) => (
  <Row isPart name="Counted">
    {money(counted)}{' '}
    <span className={difference === 0 ? undefined : classes.off}>
      ({difference > 0 ? '+' : ''}
      {money(difference)})
    </span>
  </Row>
);

const pieces = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What a day came to: sales, taxes, takings, what was given away, and the drawers. */
export const DaySheet = ({ day, currency }: DaySheetProps) => {
  const money = (value: number) => <Money value={value} currency={currency} />;
  return (
    <div className={classes.sheet}>
      <Rows title="Sales">
        <Row name="As ordered">{money(day.gross)}</Row>
        {day.discounts.map(({ reason, count, amount }) => (
          <Row key={reason} isPart name={`Discounts: ${reason ?? 'no reason'} (${count})`}>
            {money(-amount)}
          </Row>
        ))}
        {day.charges !== 0 && <Row name="Charges">{money(day.charges)}</Row>}
        {day.refunds !== 0 && <Row name="Paid back, tax included">{money(-day.refunds)}</Row>}
        <Row name="Net">{money(day.net)}</Row>
        {day.taxes.flatMap(({ title, rate, type, net, tax, parts }) => [
          <Row
            key={`${title} ${rate} ${type}`}
            name={
              <>
                {`${ownDirection(title)} ${rate}%`} on {money(net)}
              </>
            }
          >
            {money(tax)}
          </Row>,
          ...parts.map((part) => (
            <Row key={`${title} ${rate} ${type} ${part.title}`} isPart name={`${ownDirection(part.title)} ${part.rate}%`}>
              {money(part.tax)}
            </Row>
          )),
        ])}
        <Row name={<strong>Total</strong>}>
          <strong>{money(day.total)}</strong>
        </Row>
        {day.rounding !== 0 && <Row name="Cash rounding">{money(day.rounding)}</Row>}
        {day.late.count > 0 && <Row name={`Of it late, after the closing of their day (${day.late.count})`}>{money(day.late.total)}</Row>}
      </Rows>
      <Rows title="Takings" none={day.payments.length === 0 ? 'Nothing was taken yet.' : undefined}>
        {day.payments.map(({ payment_type: type, kind, expected, counted, difference, tips = 0 }) => (
          <Fragment key={`${type} ${kind}`}>
            <Row name={type === 'unspecified' ? 'Unspecified' : type}>{money(expected)}</Row>
            {counted !== null && difference !== null && <Counted counted={counted} difference={difference} money={money} />}
            {tips !== 0 && (
              <Row isPart name="Tips, beside it">
                {money(tips)}
              </Row>
            )}
          </Fragment>
        ))}
        {day.tips !== 0 && <Row name="All tips">{money(day.tips)}</Row>}
      </Rows>
      <Rows title="Guests">
        <Row name="Orders">{day.orders}</Row>
        <Row name="Guests">{day.covers}</Row>
        {day.from_invoice !== null && (
          <Row name="Invoices">
            {day.from_invoice} – {day.to_invoice}
          </Row>
        )}
      </Rows>
      {day.voids.length > 0 && (
        <Rows title="Cancelled after it was sent">
          {day.voids.map(({ reason, made, count, amount }) => (
            <Row
              key={`${reason} ${made}`}
              name={`${reason ?? 'No reason'}, ${made ? 'made' : 'not made'} (${pieces(count, 'piece', 'pieces')})`}
            >
              {money(amount)}
            </Row>
          ))}
        </Rows>
      )}
      {day.drawers.length > 0 && (
        <Rows title="Drawers">
          {day.drawers.flatMap(({ drawer_id: id, title, expected, counted, difference }) => [
            <Row key={id} name={title}>
              {money(expected)}
            </Row>,
            <Counted key={`${id} counted`} counted={counted} difference={difference} money={money} />,
          ])}
        </Rows>
      )}
    </div>
  );
};
