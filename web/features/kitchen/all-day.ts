import type { KitchenOrder } from '#contract/orders.ts';

interface ToMake {
  key: string;
  itemId: number;
  title: string;
  variant: string | null;
  quantity: number;
  /** how many of them somebody has begun */
  started: number;
}

/** What is still to be made of each item and variant, summed over all tickets; the most first. */
export const countAllDay = (orders: KitchenOrder[]): ToMake[] => {
  const counts = new Map<string, ToMake>();
  for (const { status, item_id, item_title, variant_id, variant_title, quantity } of orders.flatMap(({ items }) => items)) {
    if (status !== 'created' && status !== 'preparing') continue;
    // Titles too: an item that was renamed is still called what its guests ordered.
    const key = `${item_id} ${variant_id} ${item_title} ${variant_title}`;
    const count = counts.get(key) ?? { key, itemId: item_id, title: item_title, variant: variant_title, quantity: 0, started: 0 };
    count.quantity += quantity;
    if (status === 'preparing') count.started += quantity;
    counts.set(key, count);
  }
  return [...counts.values()].sort((a, b) => b.quantity - a.quantity || a.title.localeCompare(b.title));
};
