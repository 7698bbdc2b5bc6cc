import { Button } from '@mantine/core';
import { memo } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import { Money } from '#web/parts/Money.tsx';
import classes from './ItemCard.module.css';
import { ItemPicture } from './ItemPicture.tsx';

interface ItemCardProps {
  item: MenuItem;
  currency: string;
  /** Pieces of it in the cart. */
  count: number;
  onAdd: (item: MenuItem) => void;
  /** Says that it is sold out, or available again; undefined for whoever may not. */
  onSoldOut: ((item: MenuItem, isSoldOut: boolean) => void) | undefined;
}

const counted = (count: number, word: string): string[] => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]);

/** One touch anywhere on it adds the item. */
export const ItemCard = memo(({ item, currency, count, onAdd, onSoldOut }: ItemCardProps) => {
  const { title, category_id, category_title, variants, addons, sold_out } = item;
  const hasOptions = variants.length > 0 || addons.length > 0;
  const prices = variants.map(({ price }) => price);
  // first what a touch asks for: a long category is cut off after it
  const facts = [...counted(variants.length, 'variant'), ...counted(addons.length, 'addon'), ...(category_title ? [category_title] : [])];
  return (
    <article className={`surface ${classes.card}`} data-chosen={count > 0 || undefined} data-sold-out={sold_out || undefined}>
      <ItemPicture title={title} image={item.image} categoryId={category_id} />
      <div className={classes.text}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.facts}>{facts.join(' · ')}</p>
        <p className={classes.price}>
          {prices.length > 1 && <span className={classes.from}>from </span>}
          <Money value={prices.length > 0 ? Math.min(...prices) : item.price} currency={currency} />
        </p>
      </div>
      {sold_out ? (
        <span className={classes.soldOut}>
          <span>Sold out</span>
          {onSoldOut && (
            <Button variant="default" className={classes.again} onClick={() => onSoldOut(item, false)}>
              Available again<span className="sr-only">: {title}</span>
            </Button>
          )}
        </span>
      ) : (
        <button type="button" className={classes.add} aria-haspopup={hasOptions ? 'dialog' : undefined} onClick={() => onAdd(item)}>
          <span className={classes.sign} aria-hidden />
          <span className="sr-only">Add {title}</span>
        </button>
      )}
      {count > 0 && (
        <span className={classes.count}>
          {count}
          <span className="sr-only"> in the cart</span>
        </span>
      )}
    </article>
  );
});
