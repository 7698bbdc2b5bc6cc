import { IconArrowDownRight, IconArrowUpRight, IconEqual, IconMinus } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { moneyText } from '#contract/money-text.ts';
import classes from './Figures.module.css';
import { changeOf, type Details, type Report } from './report-text.ts';

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual, none: IconMinus };

const Comparison = ({ now, before }: { now: number; before: number | undefined }) => {
  if (before === undefined) return null;
  const { direction, text } = changeOf(now, before);
  const Arrow = arrows[direction];
  return (
    <span className={classes.change} data-direction={direction}>
      <Arrow size={16} aria-hidden />
      {text}
    </span>
  );
};

interface FigureProps {
  name: string;
  /** What it is of. */
  of?: string | undefined;
  now: number;
  before?: number | undefined;
  children: string;
  isFirst?: boolean;
}

const Figure = ({ name, of, now, before, children, isFirst }: FigureProps) => (
  <div className={classes.figure} data-first={isFirst}>
    <dt>{name}</dt>
    <dd className="tabular" style={{ '--letters': children.length } as CSSProperties}>
      {children}
    </dd>
    <dd className={classes.below}>
      <Comparison now={now} before={before} />
      {of && <span className={classes.of}>{of}</span>}
    </dd>
  </div>
);

const paidText = ({ paidOrdersCount: count }: Report): string | undefined =>
  count === undefined ? undefined : `per order · ${count.toLocaleString('en')} paid`;

/** The figures of the period, the one that matters first, each beside the period before once that is known. */
export const Figures = ({ report, previous }: { report: Report; previous: Details['previous'] | undefined }) => {
  const { currency } = report;
  const money = (
    name: string,
    figure: 'revenueTotal' | 'netRevenue' | 'taxTotal' | 'averageOrderValue',
    rest: Pick<FigureProps, 'of' | 'isFirst'> = {},
  ) => (
    <Figure name={name} now={report[figure]} before={previous?.[figure]} {...rest}>
      {moneyText(report[figure], currency)}
    </Figure>
  );
  const count = (name: string, figure: 'ordersCount' | 'newCustomers' | 'repeatedCustomers') => (
    <Figure name={name} now={report[figure]} before={previous?.[figure]}>
      {report[figure].toLocaleString('en')}
    </Figure>
  );
  return (
    <dl className={`surface ${classes.figures}`}>
      {money('Revenue', 'revenueTotal', { isFirst: true })}
      {money('Net revenue', 'netRevenue')}
      {money('Tax', 'taxTotal')}
      {count('Orders', 'ordersCount')}
      {money('Average order value', 'averageOrderValue', { of: paidText(report) })}
      {count('New customers', 'newCustomers')}
      {count('Repeat customers', 'repeatedCustomers')}
      <Figure name="Customers" now={report.totalCustomers}>
        {report.totalCustomers.toLocaleString('en')}
      </Figure>
    </dl>
  );
};
