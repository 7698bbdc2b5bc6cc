import { useMediaQuery } from '@mantine/hooks';
import { useCallback } from 'react';
import type { MenuItem } from '#contract/menu-items.ts';
import { MovableList } from '#web/parts/MovableList.tsx';
import { categoryOf } from './item-order.ts';
import { ItemChoice } from './ItemChoice.tsx';
import { ItemFace, ItemRow } from './ItemRow.tsx';
import rowClasses from './ItemRow.module.css';
import type { Selection } from './use-selection.ts';

interface ItemListProps {
  /** What the search left of the menu. */
  items: readonly MenuItem[];
  currency: string;
  /** True when the items are whole categories, so that their order can be seen and changed. */
  mayMove: boolean;
  selection: Pick<Selection, 'ids' | 'toggle'>;
  onMove: (id: number, place: number) => void;
  onSoldOut: (item: MenuItem, isSoldOut: boolean) => void;
  onDelete: (item: MenuItem) => void;
}

const ROW = 73; // px: as in the style sheet, with its line
const PHONE_ROW = 121;

const inCategory = ({ category_title }: MenuItem): string => ` in ${category_title ?? 'no category'}`;

/** The menu, one item a row; items move within their category. */
export const ItemList = ({ items, currency, mayMove, selection: { ids, toggle }, onMove, onSoldOut, onDelete }: ItemListProps) => {
  const isPhone = useMediaQuery('(max-width: 39.99em)', false, { getInitialValueInEffect: false });
  const render = useCallback(
    (item: MenuItem) =>
      ids ? (
        <ItemChoice item={item} currency={currency} isChosen={ids.has(item.id)} onChoose={toggle} />
      ) : (
        <ItemRow item={item} currency={currency} mayMove={mayMove} onSoldOut={onSoldOut} onDelete={onDelete} />
      ),
    [currency, mayMove, ids, toggle, onSoldOut, onDelete],
  );
  return (
    <MovableList
      label="Menu items"
      rows={items}
      height={isPhone && !ids ? PHONE_ROW : ROW}
      groupOf={categoryOf}
      groupText={inCategory}
      onMove={onMove}
      held={(item) => (
        <div className={rowClasses.row}>
          <ItemFace item={item} currency={currency} />
        </div>
      )}
    >
      {render}
    </MovableList>
  );
};
