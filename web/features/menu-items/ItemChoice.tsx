import { memo } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import { ItemFace } from './ItemRow.tsx';
import rowClasses from './ItemRow.module.css';
import classes from './ItemChoice.module.css';

interface ItemChoiceProps {
  item: MenuItem;
  currency: string;
  isChosen: boolean;
  onChoose: (id: number, isChosen: boolean, isRange: boolean) => void;
}

/** A row while items are chosen to be changed together: all of it is its checkbox. */
export const ItemChoice = memo(({ item, currency, isChosen, onChoose }: ItemChoiceProps) => (
  <label className={`${rowClasses.row} ${classes.row}`} data-chosen={isChosen || undefined}>
    <input
      key={item.id}
      type="checkbox"
      className={classes.box}
      aria-label={`Choose ${item.title}`}
      checked={isChosen}
      onChange={({ currentTarget: { checked }, nativeEvent }) =>
        onChoose(item.id, checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
    <ItemFace item={item} currency={currency} />
  </label>
));
