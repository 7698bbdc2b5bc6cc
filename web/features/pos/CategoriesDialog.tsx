import { Switch } from '@mantine/core';
import type { MenuItem } from '#contract/menu-items.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import classes from './CategoriesDialog.module.css';
import { categoryColor } from './ItemPicture.tsx';
import type { CategoryChoice } from './menu-search.ts';

interface CategoriesDialogProps {
  onClose: () => void;
  categories: readonly { id: number; title: string }[];
  items: readonly MenuItem[];
  value: CategoryChoice;
  onChange: (category: CategoryChoice) => void;
  /** The next guest begins with it, too. */
  keepsCategory: boolean;
  onKeepsCategory: (keeps: boolean) => void;
}

export const CategoriesDialog = ({
  onClose,
  categories,
  items,
  value,
  onChange,
  keepsCategory,
  onKeepsCategory,
}: CategoriesDialogProps) => {
  const itemsIn = (id: CategoryChoice): string => {
    const count = id === undefined ? items.length : items.filter(({ category_id }) => category_id === id).length;
    return `${count} ${count === 1 ? 'item' : 'items'}`;
  };
  const tiles = [{ id: undefined, title: 'All categories' }, ...categories];
  return (
    <Dialog opened onClose={onClose} title="Categories" size="lg">
      <div className={classes.tiles}>
        {tiles.map(({ id, title }) => (
          <button
            key={id ?? 'all'}
            type="button"
            className={classes.tile}
            style={categoryColor(id ?? null)}
            aria-pressed={value === id}
            onClick={() => onChange(id)}
          >
            <span className={classes.title}>{title}</span>
            <span className={classes.count}>{itemsIn(id)}</span>
          </button>
        ))}
      </div>
      <Switch
        mt="md"
        label="Keep the category after a sale on this device"
        checked={keepsCategory}
        onChange={(event) => onKeepsCategory(event.currentTarget.checked)}
      />
    </Dialog>
  );
};
