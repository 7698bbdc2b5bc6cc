import type { Closing } from '#contract/day.ts';
import { centred, fact, headOf, type PaperSettings, row, rule, timeOf } from './documents.rules.ts';
import type { Block } from './layout.rules.ts';
import { moneyIn } from './paper-money.rules.ts';

/** A closing on paper: the Z report. */
export const closingOf = (closing: Closing, made: { at: string; by: string | null }, settings: PaperSettings): Block[] => {
  const money = moneyIn(closing.currency);
  const counted = ({ counted: found, difference }: { counted: number | null; difference: number | null }): Block[] =>
    found === null || difference === null ? [] : [row('  Counted', money(found)), row('  Difference', money(difference))];
  return [
    ...headOf(settings),
    ...centred(`Closing ${closing.closing_no}`, { bold: true, size: 2 }),
    ...centred(closing.business_date),
    rule,
    ...fact('Closed', timeOf(made.at, settings.store.timezone)),
    ...fact('By', made.by),
    rule,
    ...(closing.from_invoice === null ? [] : [row('Invoices', `${closing.from_invoice} - ${closing.to_invoice}`)]),
    row('Orders', closing.orders),
    row('Guests', closing.covers),
    row('Gross', money(closing.gross)),
    ...closing.discounts.map(({ reason, count, amount }) => row(`Discount ${reason ?? 'without a reason'} (${count})`, money(-amount))),
    row('Charges', money(closing.charges)),
    // net, taxes and total are less what was paid back
    row('Refunds, tax included', money(-closing.refunds)),
    row('Net', money(closing.net)),
    ...closing.taxes.flatMap(({ title, rate, net, tax, parts }) => [
      row(`${title} ${rate}% of ${money(net)}`, money(tax)),
      ...parts.map((part) => row(`  ${part.title} ${part.rate}%`, money(part.tax))),
    ]),
    row('Total', money(closing.total), { bold: true }),
    row('Cash rounding', money(closing.rounding)),
    row('Tips', money(closing.tips)),
    rule,
    ...closing.payments.flatMap(({ tips = 0, ...payment }) => [
      row(payment.payment_type, money(payment.expected)),
      ...counted(payment),
      ...(tips === 0 ? [] : [row('  Tips beside it', money(tips))]),
    ]),
    ...closing.drawers.flatMap((drawer) => [row(`Drawer ${drawer.title}`, money(drawer.expected)), ...counted(drawer)]),
    rule,
    ...closing.voids.map(({ reason, made, count, amount }) =>
      row(`Void ${reason ?? 'without a reason'}${made ? ', made' : ''} (${count})`, money(amount)),
    ),
    ...(closing.late.count === 0 ? [] : [row(`Late (${closing.late.count})`, money(closing.late.total))]),
    row('Grand total', money(closing.grand_total), { bold: true }),
    ...(closing.note ? [{ kind: 'text' as const, text: closing.note }] : []),
    { kind: 'text', text: closing.hash },
  ];
};
