import type { ItemStatus } from '#contract/orders.ts';

/** From which status the kitchen may move an item on (wire.md §5). */
export const kitchenMayLeave = { preparing: 'created', completed: 'preparing' } as const satisfies Partial<Record<ItemStatus, ItemStatus>>;

/** Items that a completed order completes. */
export const unfinished: readonly ItemStatus[] = ['created', 'preparing'];
