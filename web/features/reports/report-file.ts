import { stringify } from 'csv-stringify/browser/esm/sync';
import { cellText } from '#contract/csv-cells.ts';
import { type Details, fromDayStart, paymentText, type Report, stepText, whatText } from './report-text.ts';

type Row = (string | number)[];

// Titles come from people: what a spreadsheet would run as a formula is made harmless.
const clean = (cell: string | number) => (typeof cell === 'string' ? cellText(cell) : cell);

/** All that the reports screen shows of a period, as the text of a CSV file: a heading, its columns and its rows, one table below the other. */
export const reportFile = (report: Report, details: Details, dayStart?: string): string => {
  const { currency, previous } = details;
  const money = (name: string) => `${name} (${currency})`;
  const figures: [string, number | string, number | string][] = [
    [money('Revenue'), report.revenueTotal, previous.revenueTotal],
    [money('Net revenue'), report.netRevenue, previous.netRevenue],
    [money('Tax'), report.taxTotal, previous.taxTotal],
    [money('Cash rounding'), details.rounding ?? '', ''],
    [money('Average order value'), report.averageOrderValue, previous.averageOrderValue],
    ['Paid orders', report.paidOrdersCount ?? '', previous.paidOrdersCount ?? ''],
    ['Orders', report.ordersCount, previous.ordersCount],
    ['New customers', report.newCustomers, previous.newCustomers],
    ['Repeat customers', report.repeatedCustomers, previous.repeatedCustomers],
    ['Customers', report.totalCustomers, ''],
  ];
  const { orders, quantity, amount, made } = details.cancelled;
  const tables: [string, Row, Row[]][] = [
    [
      'Figures',
      [
        'Figure',
        `${details.from} to ${details.to}`,
        `${previous.from} to ${previous.to}${previous.until ? ', up to this time of day' : ''}`,
      ],
      figures,
    ],
    [
      'Over time',
      ['From', money('Revenue'), 'Paid orders'],
      details.overTime.map((row) => [details.step === 'day' ? row.at : stepText(row.at, details.step), row.revenue, row.orders]),
    ],
    [
      'By hour',
      ['Hour', money('Revenue'), 'Orders placed'],
      fromDayStart(details.byHour, dayStart).map((row) => [`${row.hour}:00`, row.revenue, row.orders]),
    ],
    [
      'By category',
      ['Category', money('Sales'), 'Pieces'],
      details.byCategory.map((row) => [row.title ?? 'No category', row.sales, row.quantity]),
    ],
    [
      'By payment type',
      ['Payment type', money('Amount'), 'Payments', money('Tips')],
      details.byPaymentType.map((row) => [paymentText(row.payment_type), row.amount, row.payments, row.tips]),
    ],
    [
      'By member',
      ['Member', money('Revenue'), 'Invoices'],
      details.byMember.map((row) => [row.name ?? 'Nobody', row.revenue, row.invoices]),
    ],
    [
      'Tax by rate',
      ['Tax', 'Rate %', 'Type', money('Sales'), money('Tax')],
      details.byTax.flatMap(({ title, rate, type, sales, tax, parts }) => [
        [title, rate, type, sales, tax],
        ...parts.map((part) => [`${title}: ${part.title}`, part.rate, `part of ${rate} %`, '', part.tax]),
      ]),
    ],
    [
      'Cancelled',
      ['Orders', 'Pieces', money('Amount'), 'Made already: pieces', money('Made already: amount')],
      [[orders, quantity, amount, made.quantity, made.amount]],
    ],
    [
      'Discounts by member',
      ['Member', money('Amount'), 'Discounts'],
      details.discountsByMember.map((row) => [row.name ?? 'Former member', row.amount, row.count]),
    ],
    ['Discounts and charges', [money('Discounts'), money('Charges without tax on top')], [[details.discounts, details.charges]]],
    [
      'By reason',
      ['What', 'Reason', money('Amount'), 'Count'],
      details.byReason.map((row) => [whatText[row.kind], row.reason ?? '', row.amount, row.count]),
    ],
    [
      'Top selling items',
      ['Item', money('Price'), 'Pieces'],
      report.topSellingItems.map((row) => [row.title, row.price, row.orders_count]),
    ],
  ];
  const rows = tables.flatMap(([heading, columns, body], place) => [...(place > 0 ? [['']] : []), [heading], columns, ...body]);
  return stringify(
    rows.map((row) => row.map(clean)),
    { escape_formulas: true, bom: true },
  );
};

export const saveReport = (report: Report, details: Details, dayStart: string | undefined): void => {
  const address = URL.createObjectURL(new Blob([reportFile(report, details, dayStart)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `report-${details.from}-${details.to}.csv`;
  link.click();
  URL.revokeObjectURL(address);
};
