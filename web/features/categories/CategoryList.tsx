import { type Category, listCategories, saveCategoryOrder } from '#contract/categories.ts';
import { listMenuItems } from '#contract/menu-items.ts';
import { MovableList, MoveHandle } from '#web/parts/MovableList.tsx';
import { RowActions } from '#web/parts/RowActions.tsx';
import { useRowOrder } from '#web/parts/use-row-order.ts';
import { useAction } from '#web/platform/api.ts';
import classes from './CategoryList.module.css';

interface CategoryListProps {
  categories: readonly Category[];
  onEdit: (category: Category) => void;
  onDelete: (category: Category) => void;
}

const ROW = 57; // px: as in the style sheet, with its line

const together = (_: Category) => true;

/** The categories in the order of the menu, which is changed here. */
export const CategoryList = ({ categories, onEdit, onDelete }: CategoryListProps) => {
  // The items stand in the order of their categories.
  const { run } = useAction(saveCategoryOrder, { quiet: true, refreshes: [listCategories, listMenuItems] });
  const onMove = useRowOrder(listCategories, together, run);
  return (
    <MovableList
      label="Categories"
      rows={categories}
      height={ROW}
      groupOf={together}
      onMove={onMove}
      held={({ title }) => (
        <div className={`${classes.row} ${classes.held}`}>
          <span className={classes.title}>{title}</span>
        </div>
      )}
    >
      {(category) => (
        <div className={classes.row}>
          <MoveHandle id={category.id} title={category.title} />
          <span className={classes.title}>{category.title}</span>
          <RowActions name={category.title} onEdit={() => onEdit(category)} onDelete={() => onDelete(category)} />
        </div>
      )}
    </MovableList>
  );
};
