import { memo } from 'react';
import type { Currency } from '#contract/currencies.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import { ItemCard } from './ItemCard.tsx';
import type { Section } from './menu-search.ts';

interface MenuSectionProps {
  section: Section;
  isTitled: boolean;
  isShown: boolean;
  /** The ids of the items that were searched for. */
  found: ReadonlySet<number>;
  /** Items that a phone shows before it is scrolled. */
  first: ReadonlySet<MenuItem>;
  /** Pieces in the cart by item id. */
  counts: ReadonlyMap<number, number>;
  currency: Currency;
  mayOrder: boolean;
  /** Some dish of the menu says what is in it. */
  isTelling: boolean;
  onOpen: (item: MenuItem) => void;
  onAdd: (item: MenuItem) => void;
}

/** A category and its dishes; re-rendered only when something of them changes, not whenever a dialog opens above them. */
export const MenuSection = memo(
  ({
    section: { id, title, items },
    isTitled,
    isShown,
    found,
    first,
    counts,
    currency,
    mayOrder,
    isTelling,
    onOpen,
    onAdd,
  }: MenuSectionProps) => (
    <section id={id === null ? undefined : `category-${id}`} hidden={!isShown}>
      {/* also where nobody sees it: the dishes below it are headings of the next level */}
      <h2 className={isTitled ? undefined : 'sr-only'}>
        <bdi>{isTitled ? title : 'Menu'}</bdi>
      </h2>
      <ul className="cards">
        {items.map((item) => (
          <li key={item.id} className="card" hidden={!found.has(item.id)}>
            <ItemCard
              item={item}
              currency={currency}
              mayOrder={mayOrder}
              isFirst={first.has(item)}
              isTelling={isTelling}
              count={counts.get(item.id) ?? 0}
              onOpen={onOpen}
              onAdd={onAdd}
            />
          </li>
        ))}
      </ul>
    </section>
  ),
);
MenuSection.displayName = 'MenuSection';
