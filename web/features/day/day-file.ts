import { stringify } from 'csv-stringify/browser/esm/sync';
import { cellText } from '#contract/csv-cells.ts';
import type { Closing } from '#contract/day.ts';

// Titles come from people: what a spreadsheet would run as a formula is made harmless.
const clean = (cell: string | number | null) => (typeof cell === 'string' ? cellText(cell) : (cell ?? ''));

/** A closing as the text of a CSV file: one figure a line. */
export const closingFile = (closing: Closing): string => {
  const rows: (string | number | null)[][] = [
    ['Closing', closing.closing_no],
    ['Business day', closing.business_date],
    ['Currency', closing.currency],
    ['First invoice', closing.from_invoice],
    ['Last invoice', closing.to_invoice],
    ['Orders', closing.orders],
    ['Guests', closing.covers],
    ['As ordered', closing.gross],
    ...closing.discounts.map(({ reason, count, amount }) => [`Discount: ${reason ?? 'no reason'} (${count})`, -amount]),
    ['Charges', closing.charges],
    ['Paid back', -closing.refunds],
    ['Net', closing.net],
    ...closing.taxes.flatMap(({ title, rate, net, tax, parts }) => [
      [`${title} ${rate}%, of`, net],
      [`${title} ${rate}%`, tax],
      ...parts.map((part) => [`${title}: ${part.title} ${part.rate}%`, part.tax]),
    ]),
    ['Total', closing.total],
    ['Cash rounding', closing.rounding],
    ['Tips', closing.tips],
    ...closing.payments.flatMap(({ payment_type: type, expected, counted, difference, tips = 0 }) => [
      [`${type}: expected`, expected],
      ...(tips === 0 ? [] : [[`${type}: tips beside it`, tips]]),
      ...(counted === null
        ? []
        : [
            [`${type}: counted`, counted],
            [`${type}: difference`, difference],
          ]),
    ]),
    ...closing.voids.map(({ reason, made, count, amount }) => [
      `Cancelled: ${reason ?? 'no reason'}, ${made ? 'made' : 'not made'} (${count})`,
      amount,
    ]),
    ...closing.drawers.flatMap(({ title, expected, counted, difference }) => [
      [`Drawer ${title}: expected`, expected],
      [`Drawer ${title}: counted`, counted],
      [`Drawer ${title}: difference`, difference],
    ]),
    ['Late', closing.late.total],
    ['Grand total', closing.grand_total],
    ['Note', closing.note],
    ['Hash', closing.hash],
    ['Hash of the closing before', closing.previous_hash],
  ];
  return stringify(
    rows.map((row) => row.map(clean)),
    { bom: true, escape_formulas: true },
  );
};

/** Hands a closing to the browser as a file. */
export const saveClosing = (closing: Closing): void => {
  const url = URL.createObjectURL(new Blob([closingFile(closing)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `closing-${closing.closing_no}-${closing.business_date}.csv`;
  link.click();
  URL.revokeObjectURL(url);
};
