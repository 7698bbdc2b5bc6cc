import { currencyOf } from '#contract/money-text.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import type { OrderGroup, OrderItem } from '#contract/orders.ts';
import type { CartLine } from './cart.ts';
import { menuPriceOf } from './cart-prices.ts';

/** What was ordered last at a table and is still to be paid. */
export const lastRound = ({ orders }: OrderGroup): OrderItem[] =>
  orders
    .filter(({ payment_status: payment, status }) => payment === 'pending' && status !== 'cancelled')
    .map(({ id, items }) => ({ id, items: items.filter(({ status }) => status !== 'cancelled') }))
    .filter(({ items }) => items.length > 0)
    .sort((one, other) => other.id - one.id)[0]?.items ?? [];

/** The same once more, as the menu has it now; what it has no more is named and left out. */
export const repeated = (items: readonly OrderItem[], menu: ReadonlyMap<number, MenuItem>, currency: string) => {
  const lines: CartLine[] = [];
  const leftOut: string[] = [];
  for (const { item_id: id, item_title: title, variant_id: variantId, addons, quantity, notes } of items) {
    const item = menu.get(id);
    const addonIds = new Set(addons?.map((addon) => addon.id));
    const isThere = item && menuPriceOf(item, variantId, [...addonIds], currencyOf(currency)) !== undefined;
    if (!isThere || item.sold_out) {
      leftOut.push(`${title} (${isThere ? 'sold out' : 'no longer on the menu'})`);
      continue;
    }
    const variant = item.variants.find((one) => one.id === variantId);
    lines.push({
      id,
      title: item.title,
      variant: variant ? { id: variant.id, title: variant.title } : null,
      addons: item.addons.filter((addon) => addonIds.has(addon.id)).map((addon) => ({ id: addon.id, title: addon.title })),
      notes: notes ?? '',
      quantity,
    });
  }
  return { lines, leftOut };
};
