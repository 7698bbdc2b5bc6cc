import { IconCategory } from '@tabler/icons-react';
import { deleteCategory, listCategories } from '#contract/categories.ts';
import { listMenuItems } from '#contract/menu-items.ts';
import { useItemLoss } from '#web/parts/item-loss.ts';
import { SetupPage } from '#web/parts/SetupPage.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { CategoryDialog } from '#web/parts/CategoryDialog.tsx';
import { CategoryList } from './CategoryList.tsx';

export const CategoriesScreen = () => {
  const categories = useReply(listCategories, {});
  const loss = useItemLoss();
  const undo = useUndo('categories', [listCategories, listMenuItems]);
  const { run: remove } = useAction(deleteCategory, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listCategories],
    confirm: async ({ params: { id } }) => deleting(`category ${rowOf(categories.data, id)?.title ?? ''}`, await loss.ofCategory(id)),
  });

  return (
    <SetupPage
      title="Categories"
      from={categories}
      empty={{
        icon: IconCategory,
        sentence: 'No categories yet. They group the menu at the POS and for your guests.',
        label: 'Add the first category',
      }}
      dialog={(category, onClose) => <CategoryDialog category={category} onClose={onClose} />}
    >
      {(rows, onEdit) => (
        <CategoryList categories={rows} onEdit={onEdit} onDelete={({ id }) => void remove({ params: { id: String(id) } })} />
      )}
    </SetupPage>
  );
};
