import type { deliveryTypes } from '#contract/pos.ts';

/** Dining options as the specification writes them (part-2 §5). */
export const deliveryTitles: Record<(typeof deliveryTypes)[number], string> = {
  dinein: 'Dine-In',
  delivery: 'Delivery',
  takeaway: 'Take Away',
};

/** The title of a dining option of the wire; one that is not known says itself. */
export const deliveryTitle = (type: string): string => (deliveryTitles as Record<string, string | undefined>)[type] ?? type;
