import type { MenuItem } from '#contract/menu-items.ts';

interface DishFactsProps {
  item: Pick<MenuItem, 'allergens' | 'diets'>;
  /** Says also that nobody entered any: in its sheet, and beside other dishes that tell theirs, silence would read as 'nothing in it'. */
  isWhole: boolean;
}

/** Whom a dish suits and what is in it, in words: nobody has to know a sign. Never clamped, a word that is missing would be a lie. */
export const DishFacts = ({ item: { allergens = [], diets = [] }, isWhole }: DishFactsProps) => (
  <>
    {diets.length > 0 && (
      <ul className="diets">
        {diets.map((diet) => (
          <li key={diet}>{diet}</li>
        ))}
      </ul>
    )}
    {allergens.length > 0 && <p className="contains">{`Contains: ${allergens.join(', ')}`}</p>}
    {allergens.length === 0 && isWhole && <p className="contains">Allergens: ask the staff.</p>}
  </>
);
