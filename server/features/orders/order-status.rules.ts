import type { ItemStatus } from '#contract/orders.ts';

/** From which status the kitchen may move an item on (wire.md §5). */
export const kitchenMayLeave = { preparing: 'created', completed: 'preparing' } as const satisfies Partial<Record<ItemStatus, ItemStatus>>;

/** The same for a whole ticket: who completes it has begun it. */
export const kitchenMayJump: Record<'preparing' | 'completed', readonly ItemStatus[]> = {
  preparing: ['created'],
  completed: ['created', 'preparing'],
};

/** Whether nothing is to be made of it any more, and it was made. */
export const isMade = (status: ItemStatus): boolean => status === 'completed' || status === 'delivered';

/** Items that a completed order completes. */
export const unfinished: readonly ItemStatus[] = ['created', 'preparing'];
