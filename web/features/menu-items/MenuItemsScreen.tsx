import { Button, Group, Menu, Select, Skeleton, Stack } from '@mantine/core';
import {
  IconCategory,
  IconChecks,
  IconDownload,
  IconFileSpreadsheet,
  IconPlus,
  IconSearchOff,
  IconToolsKitchen2,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { deleteMenuItem, listMenuItems, type MenuItem, updateMenuItems } from '#contract/menu-items.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { SearchBox } from '#web/parts/SearchBox.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { usePlaceInList } from '#web/parts/use-place-in-list.ts';
import { CallFailed, useAction, useReply } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { notify } from '#web/platform/toast.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { downloadMenu } from './files.ts';
import { SAVE_FAILED } from './item-form.ts';
import { findItems, NO_CATEGORY } from './item-order.ts';
import { ItemList } from './ItemList.tsx';
import { takenBack } from './many-items.ts';
import classes from './MenuItemsScreen.module.css';
import { SelectionBar } from './SelectionBar.tsx';
import { useItemOrder } from './use-item-order.ts';
import { useSelection } from './use-selection.ts';
import { useSampleMenu } from './use-sample-menu.ts';
import { useSoldOut } from './use-sold-out.ts';

const ItemDialog = lazy(async () => ({ default: (await import('./ItemDialog.tsx')).ItemDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));
const ManyDialog = lazy(async () => ({ default: (await import('./ManyDialog.tsx')).ManyDialog }));

const exportMenu = () =>
  downloadMenu().catch((failure: unknown) => {
    notify.error(failure instanceof CallFailed && failure.hasSentence ? failure.message : SAVE_FAILED);
  });

const skeleton = (
  <Stack gap={1}>
    {Array.from({ length: 8 }, (_, place) => (
      <Skeleton key={place} height={72} />
    ))}
  </Stack>
);

/** The categories that items have, in the menu's order. */
const categoriesOf = (items: readonly MenuItem[]) => {
  const titles = new Map(
    items.map(({ category_id, category_title }) => [
      category_id === null ? NO_CATEGORY : String(category_id),
      category_title ?? 'No category',
    ]),
  );
  return [...titles].map(([value, label]) => ({ value, label }));
};

export const MenuItemsScreen = () => {
  const { search, read, change } = usePlaceInList();
  const [dialog, setDialog] = useState<'add' | 'import' | 'change'>();
  const navigate = useNavigate();
  const menu = useReply(listMenuItems, {});
  const currency = useReply(getStoreSetting, {}).data?.currency ?? '';
  const undo = useUndo('menu_items', [listMenuItems]);
  const { run: remove } = useAction(deleteMenuItem, {
    refreshes: [listMenuItems],
    undo: ({ params }) => undo(params.id),
    confirm: ({ params }) => {
      const item = rowOf(menu.data, params.id);
      return deleting(`item ${item?.title ?? ''}`, item?.image ? 'Undo will bring it back without its picture.' : undefined);
    },
  });
  const samples = useSampleMenu();
  const onMove = useItemOrder();
  const soldOut = useSoldOut();
  const onDelete = useCallback(({ id }: MenuItem) => void remove({ params: { id: String(id) } }), [remove]);

  const all = useMemo(() => menu.data?.map(soldOut.touched), [menu.data, soldOut.touched]);
  const categories = useMemo(() => categoriesOf(all ?? []), [all]);
  const category = categories.some(({ value }) => value === read('category')) ? read('category') : null;
  // The field shows every keystroke at once; the rows follow when there is time.
  const shownText = useDeferredValue(search.typed);
  const items = useMemo(() => findItems(all ?? [], shownText, category), [all, shownText, category]);
  const selection = useSelection(all, items);
  const takeBack = useAction(updateMenuItems, { refreshes: [listMenuItems] });
  const clear = () => {
    search.show('');
    change({ q: '', category: '' });
  };
  const add = () => setDialog('add');

  return (
    <Page
      title="Menu Items"
      actions={
        <>
          <Button component={Link} to="categories" variant="default" leftSection={<IconCategory size={18} aria-hidden />}>
            Categories
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden />}>
                CSV
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setDialog('import')}>
                Import
              </Menu.Item>
              <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void exportMenu()}>
                Export
              </Menu.Item>
              {samples.isThere && (
                <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={samples.remove}>
                  Remove the sample menu
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            New
          </Button>
        </>
      }
    >
      <Loaded
        from={menu}
        failure="Error loading data, Try Later!"
        skeleton={skeleton}
        empty={
          <EmptyState
            icon={IconToolsKitchen2}
            sentence="No items yet. These items are sold at the POS and shown to your guests."
            action={
              <Group gap="xs" justify="center">
                <Button onClick={add}>Add the first item</Button>
                <Button variant="default" onClick={() => setDialog('import')}>
                  Import a CSV file
                </Button>
                <Button variant="default" loading={samples.isPending} onClick={samples.add}>
                  Use the sample menu
                </Button>
              </Group>
            }
          />
        }
      >
        {(rows) => (
          <>
            <div className={classes.tools}>
              <SearchBox search={search} label="Search Item" placeholder="Search Item" className={classes.search} />
              <Select
                className={classes.category}
                aria-label="Category"
                placeholder="All categories"
                data={categories}
                clearable
                clearButtonProps={{ 'aria-label': 'All categories' }}
                value={category}
                onChange={(next) => change({ category: next ?? '' })}
              />
              <span className={classes.count} role="status">
                {items.length === rows.length ? '' : `${items.length} of `}
                {rows.length === 1 ? '1 item' : `${rows.length} items`}
              </span>
              {!selection.ids && (
                <Button variant="default" leftSection={<IconChecks size={18} aria-hidden />} onClick={selection.begin}>
                  Choose several
                </Button>
              )}
            </div>
            {items.length > 0 ? (
              <ItemList
                items={items}
                currency={currency}
                mayMove={shownText.trim() === ''}
                selection={selection}
                onMove={onMove}
                onSoldOut={soldOut.mark}
                onDelete={onDelete}
              />
            ) : (
              <EmptyState
                icon={IconSearchOff}
                sentence="No result found!"
                action={
                  <Button variant="default" onClick={clear}>
                    Show all items
                  </Button>
                }
              />
            )}
            {selection.ids && <SelectionBar selection={selection} shown={items} onChange={() => setDialog('change')} />}
          </>
        )}
      </Loaded>
      <Suspense>
        {dialog === 'add' && (
          <ItemDialog
            onClose={() => setDialog(undefined)}
            // Its photo, variants and addons are on its own page.
            onAdded={(id) => void navigate(String(id))}
          />
        )}
        {dialog === 'change' && (
          <ManyDialog
            items={selection.chosen}
            currency={currency}
            undo={({ body }) => void takeBack.run({ body: takenBack(body) })}
            onClose={() => setDialog(undefined)}
          />
        )}
        {dialog === 'import' && <ImportDialog onClose={() => setDialog(undefined)} />}
      </Suspense>
    </Page>
  );
};
