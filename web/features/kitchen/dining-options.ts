import { type Icon, IconMotorbike, IconPaperBag, IconToolsKitchen2 } from '@tabler/icons-react';

const options: Record<string, readonly [string, Icon]> = {
  dinein: ['Dine-In', IconToolsKitchen2],
  delivery: ['Delivery', IconMotorbike],
  takeaway: ['Take Away', IconPaperBag],
};

/** The word and the picture of a way of dining. */
export const diningOption = (type: string): readonly [string, Icon] => options[type] ?? [type, IconToolsKitchen2];
