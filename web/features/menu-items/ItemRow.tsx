import { IconPencil, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { MenuItem } from '#contract/menu-items.ts';
import { Money } from '#web/parts/Money.tsx';
import { MoveHandle } from '#web/parts/MovableList.tsx';
import { ItemPhoto } from './ItemPhoto.tsx';
import classes from './ItemRow.module.css';

interface FaceProps {
  item: MenuItem;
  currency: string;
}

/** Nothing of an item without any, as most are. */
const variantsOf = ({ variants }: MenuItem): string | undefined =>
  variants.length === 0 ? undefined : variants.length === 1 ? '1 variant' : `${variants.length} variants`;

/** What a row says of its item; also what hangs on the finger while it is dragged. */
export const ItemFace = ({ item, currency }: FaceProps) => (
  <>
    <ItemPhoto image={item.image} size={48} />
    <div className={classes.words}>
      <span className={classes.title} data-sold-out={item.sold_out || undefined}>
        {item.title}
      </span>
      <span className={classes.facts}>
        <span className={classes.category}>{item.category_title ?? 'No category'}</span>
        <span className={classes.variants}>{variantsOf(item)}</span>
      </span>
    </div>
    <Money value={item.price} currency={currency} className={classes.price} />
  </>
);

interface ItemRowProps extends FaceProps {
  /** False while a search hides items between which it could move. */
  mayMove: boolean;
  onSoldOut: (item: MenuItem, isSoldOut: boolean) => void;
  onDelete: (item: MenuItem) => void;
}

export const ItemRow = memo(({ item, currency, mayMove, onSoldOut, onDelete }: ItemRowProps) => (
  <div className={classes.row} data-movable={mayMove || undefined}>
    {mayMove && <MoveHandle id={item.id} title={item.title} />}
    <Link to={String(item.id)} className={classes.link}>
      <ItemFace item={item} currency={currency} />
    </Link>
    {/* Plain elements from here on: Mantine's cost as much as the rest of the row, and rows come by the dozen while one scrolls. */}
    <label className={classes.soldOut} title="Sold out">
      {/* only where it is so: sixty times the words would hide the one that is */}
      <span aria-hidden>{item.sold_out && 'Sold out'}</span>
      <input
        // a switch that becomes that of another item does not slide
        key={item.id}
        type="checkbox"
        role="switch"
        className={classes.switch}
        aria-label={`${item.title} is sold out`}
        checked={item.sold_out}
        onChange={(event) => onSoldOut(item, event.currentTarget.checked)}
      />
    </label>
    <div className={classes.actions}>
      <Link to={String(item.id)} title="Edit" aria-label={`Edit ${item.title}`} className={classes.action}>
        <IconPencil size={20} stroke={1.75} aria-hidden />
      </Link>
      <button type="button" title="Delete" aria-label={`Delete ${item.title}`} className={classes.action} onClick={() => onDelete(item)}>
        <IconTrash size={20} stroke={1.75} aria-hidden />
      </button>
    </div>
  </div>
));
