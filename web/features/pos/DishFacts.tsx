import { Text } from '@mantine/core';
import type { MenuItem } from '#contract/menu-items.ts';

/** What is in a dish and whom it suits, for who is asked at the table; nothing where nobody entered any. */
export const DishFacts = ({ item: { allergens, diets } }: { item: MenuItem }) =>
  (allergens ?? diets) && (
    <Text component="div" size="sm">
      {allergens && <div>{`Contains: ${allergens.join(', ')}`}</div>}
      {diets && <div>{`Suits: ${diets.join(', ')}`}</div>}
    </Text>
  );
