import { Button } from '@mantine/core';
import { IconCategory, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Category, deleteCategory, listCategories } from '#contract/categories.ts';
import { listMenuItems } from '#contract/menu-items.ts';
import { useItemLoss } from '#web/parts/item-loss.ts';
import { setupSkeleton } from '#web/parts/SetupTable.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { CategoryDialog } from '#web/parts/CategoryDialog.tsx';
import { CategoryList } from './CategoryList.tsx';

export const CategoriesScreen = () => {
  const [editing, setEditing] = useState<Category | 'new'>();
  const categories = useReply(listCategories, {});
  const loss = useItemLoss();
  const undo = useUndo('categories', [listCategories, listMenuItems]);
  const { run: remove } = useAction(deleteCategory, {
    undo: ({ params }) => undo(params.id),
    refreshes: [listCategories],
    confirm: async ({ params: { id } }) => deleting(`category ${rowOf(categories.data, id)?.title ?? ''}`, await loss.ofCategory(id)),
  });
  const add = () => setEditing('new');

  return (
    <Page
      title="Categories"
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          New
        </Button>
      }
    >
      <Loaded
        from={categories}
        failure="Error loading data, Try Later!"
        skeleton={setupSkeleton}
        empty={
          <EmptyState
            icon={IconCategory}
            sentence="No categories yet. They group the menu at the POS and for your guests."
            action={<Button onClick={add}>Add the first category</Button>}
          />
        }
      >
        {(rows) => (
          <CategoryList categories={rows} onEdit={setEditing} onDelete={({ id }) => void remove({ params: { id: String(id) } })} />
        )}
      </Loaded>
      {editing && <CategoryDialog category={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </Page>
  );
};
