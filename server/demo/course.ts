import type { Allergen, Diet } from '#contract/allergens.ts';

/** [title, price in minor units] */
export type Option = readonly [string, number];
interface Dish {
  title: string;
  /** minor units; the first variant's, where there are variants */
  price: number;
  variants?: readonly Option[];
  addons?: readonly Option[];
  /** how often it is ordered, 1 being usual */
  liked?: number;
  isUntaxed?: boolean;
  description?: string;
  allergens?: readonly Allergen[];
  diets?: readonly Diet[];
}
export interface Course {
  title: string;
  tax: 'food' | 'alcohol';
  /** the ground of its pictures */
  ground: string;
  dishes: readonly Dish[];
}
