import { Text } from '@mantine/core';
import type { MenuItem } from '#contract/menu-items.ts';

interface DishFactsProps {
  item: MenuItem;
  /** Somebody looks it up: it is said that nobody entered any. */
  isAsked?: boolean;
}

/** What is in a dish and whom it suits, for who is asked at the table. Beside other facts silence would read as 'nothing in it'. */
export const DishFacts = ({ item: { allergens = [], diets = [] }, isAsked = false }: DishFactsProps) =>
  (isAsked || allergens.length + diets.length > 0) && (
    <Text component="div" size="sm">
      <div>{allergens.length > 0 ? `Contains: ${allergens.join(', ')}` : 'Allergens: not entered.'}</div>
      {diets.length > 0 && <div>{`Suits: ${diets.join(', ')}`}</div>}
    </Text>
  );
