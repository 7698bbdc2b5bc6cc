import type { Closing } from '#contract/day.ts';
import { currencyOf, moneyText } from '#contract/money-text.ts';
import { toDecimal, toMinor } from '#contract/pricing.ts';
import { type Addressee, email, plainName } from '#server/features/emails/emails.rules.ts';
import { dayText } from '#contract/day-text.ts';
import type { recountsOf } from './day.rules.ts';

interface EmailContext {
  restaurant: string;
  publicUrl: string;
  recounted: ReturnType<typeof recountsOf>;
  /** The note, but for what it says of `recounted`. */
  typed: string | null;
}

/** A closing for the owner: what was taken, what was counted, its hash, and where all of it stands; titles without what could be a link. */
export const closingEmail = (to: Addressee, closing: Closing, { restaurant, publicUrl, recounted, typed }: EmailContext) => {
  const { closing_no: no, business_date: day, currency, payments, drawers, late, discounts, voids } = closing;
  const { decimals } = currencyOf(currency);
  const minor = (value: number) => toMinor(value, decimals) ?? 0n;
  const money = (value: number) => moneyText(value, currency);
  const counted = ({ counted: found, difference }: { counted: number | null; difference: number | null }) =>
    found === null || difference === null ? '' : `, counted ${money(found)} (${difference > 0 ? '+' : ''}${money(difference)})`;
  const sumOf = (reasoned: readonly { amount: number }[]) =>
    money(
      toDecimal(
        reasoned.reduce((sum, row) => sum + minor(row.amount), 0n),
        decimals,
      ),
    );
  const pieces = voids.reduce((sum, { count }) => sum + count, 0);
  const again = recounted.map(
    ({ payment_type: title, first, counted: now }) =>
      `${plainName(title)} ${money(Number(first))}, then ${now === null ? 'not counted' : money(Number(now))}`,
  );
  const note = typed === null ? '' : plainName(typed, typed.length);
  const rows = [
    `Total: ${money(closing.total)}`,
    `Net: ${money(closing.net)}`,
    `Tax: ${money(toDecimal(minor(closing.total) - minor(closing.net), decimals))}`,
    ...(closing.refunds === 0 ? [] : [`Paid back: ${money(closing.refunds)}`]),
    ...(discounts.length === 0 ? [] : [`Discounts: ${sumOf(discounts)}`]),
    ...(voids.length === 0 ? [] : [`Cancelled: ${sumOf(voids)}, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`]),
    ...(closing.tips === 0 ? [] : [`Tips, beside it: ${money(closing.tips)}`]),
    `Orders: ${closing.orders}`,
    ...payments.map(({ tips = 0, ...row }) => {
      const beside = tips === 0 ? '' : `, tips beside it ${money(tips)}`;
      return `${plainName(row.payment_type)}: ${money(row.expected)}${counted(row)}${beside}`;
    }),
    ...drawers.map((row) => `Drawer ${plainName(row.title)}: ${money(row.expected)}${counted(row)}`),
    ...(late.count === 0 ? [] : [`Of it late, after the closing of their day: ${money(late.total)}`]),
  ];
  return email(to, `${plainName(restaurant) || 'Your restaurant'}: closing ${no} of ${dayText(day)}`, [
    `${dayText(day)} was closed. This is closing number ${no}.`,
    rows.join('\n'),
    ...(again.length === 0 ? [] : [`Counted again after the difference was shown: ${again.join('; ')}.`]),
    ...(note ? [`Note: ${note}`] : []),
    `Its hash, to be kept: ${closing.hash}`,
    `All of it: ${publicUrl}/dashboard/reports/day-end/${no}`,
  ]);
};
