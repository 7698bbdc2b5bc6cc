import { memo } from 'react';
import type { Currency } from '#contract/currencies.ts';
import type { MenuItem } from '#contract/menu-items.ts';
import { DishFacts } from './DishFacts.tsx';
import { Picture } from './Picture.tsx';
import { priceText } from './prices.ts';

interface ItemCardProps {
  item: MenuItem;
  currency: Currency;
  mayOrder: boolean;
  isFirst: boolean;
  /** Some dish of this menu says what is in it. */
  isTelling: boolean;
  /** Pieces of it in the cart. */
  count: number;
  onOpen: (item: MenuItem) => void;
  onAdd: (item: MenuItem) => void;
}

const cheapest = ({ price, variants }: MenuItem): number => (variants.length > 0 ? Math.min(...variants.map((one) => one.price)) : price);

/** One dish of the menu, within its card: all of it opens the details, the plus puts it into the cart at once when there is nothing to choose. */
export const ItemCard = memo(({ item, currency, mayOrder, isFirst, isTelling, count, onOpen, onAdd }: ItemCardProps) => (
  <>
    <div className="card-text">
      <h3>
        <button type="button" className="opener" aria-haspopup="dialog" onClick={() => onOpen(item)}>
          <bdi>{item.title}</bdi>
        </button>
      </h3>
      {item.description && (
        <p className="about" dir="auto">
          {item.description}
        </p>
      )}
      {item.variants.length > 0 && (
        <p className="options">
          {item.variants.map((one) => (
            <span key={one.id}>
              <bdi>{one.title}</bdi> {priceText(one.price, currency)}
            </span>
          ))}
        </p>
      )}
      <DishFacts item={item} isWhole={isTelling} />
      <p className="price">
        {item.variants.length > 1 && <small>from </small>}
        {priceText(cheapest(item), currency)} {item.sold_out && <span className="sold-out">Sold out</span>}
      </p>
    </div>
    <Picture item={item} isFirst={isFirst} />
    {mayOrder && !item.sold_out && (
      <button
        type="button"
        className={count > 0 ? 'add has-some' : 'add'}
        aria-label={`Add ${item.title}${count > 0 ? `, ${count} in the cart` : ''}`}
        onClick={() => (item.variants.length + item.addons.length > 0 ? onOpen(item) : onAdd(item))}
      >
        {count > 0 && <span className="tabular">{count}</span>}
      </button>
    )}
  </>
));
ItemCard.displayName = 'ItemCard';
