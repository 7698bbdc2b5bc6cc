import type { GivenAdjustment } from '#contract/bill-costs.ts';
import type { Check } from '#contract/checks.ts';
import { moneyText } from '#contract/money-text.ts';

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
