import type { GivenAdjustment } from '#contract/bill-costs.ts';
import type { Check, CheckChange } from '#contract/checks.ts';
import { moneyText } from '#contract/money-text.ts';

/** Which discounts go on after a merge. `name`: of the bill that takes the other one. */
export const sayLaterRounds = (name: string): string =>
  `Discounts stay with what they were given for. Later rounds get only those of ${name}.`;

/** '10 % off the bill', 'New price 3.00 for Soup' */
export const sayAdjustment = (
  { kind, value, item_id }: Pick<GivenAdjustment, 'kind' | 'value' | 'item_id'>,
  { orders, currency }: Check,
): string => {
  const item = orders.flatMap(({ items }) => items).find(({ id }) => id === item_id);
  const whose = item ? item.item_title : 'the bill';
  if (kind === 'price') return `New price ${moneyText(value, currency)} for ${whose}`;
  return `${kind === 'percent' ? `${value} %` : moneyText(value, currency)} off ${whose}`;
};

export const lastChange = ({ changes }: Check): CheckChange | undefined =>
  changes.reduce<CheckChange | undefined>((last, one) => (last && last.change_id > one.change_id ? last : one), undefined);

/** A part whose lines went back to the bill that they were split off: nobody has paid it, and there is nothing on it. */
export const isSplitUndone = (check: Check): boolean =>
  check.status === 'closed' && check.merged_into === null && check.orders.length === 0 && lastChange(check)?.kind === 'undo';
