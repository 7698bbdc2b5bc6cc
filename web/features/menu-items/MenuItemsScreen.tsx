import { Button, Group } from '@mantine/core';
import { IconCategory, IconChecks, IconPlus, IconToolsKitchen2 } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { listMenuItems, updateMenuItems } from '#contract/menu-items.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { NothingFound } from '#web/parts/NothingFound.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded, SkeletonRows } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';
import { FileMenu } from './FileMenu.tsx';
import { ItemFilter } from './ItemFilter.tsx';
import { ItemList } from './ItemList.tsx';
import { takenBack } from './many-items.ts';
import classes from './MenuItemsScreen.module.css';
import { SelectionBar } from './SelectionBar.tsx';
import { useDeleteItem } from './use-delete-item.ts';
import { useItemOrder } from './use-item-order.ts';
import { useSelection } from './use-selection.ts';
import { useSampleMenu } from './use-sample-menu.ts';
import { useShownItems } from './use-shown-items.ts';
import { useSoldOut } from './use-sold-out.ts';

const ItemDialog = lazy(async () => ({ default: (await import('./ItemDialog.tsx')).ItemDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }));
const ManyDialog = lazy(async () => ({ default: (await import('./ManyDialog.tsx')).ManyDialog }));

interface NoItemsProps {
  onAdd: () => void;
  onImport: () => void;
  samples: { isPending: boolean; add: () => void };
}

const NoItems = ({ onAdd, onImport, samples }: NoItemsProps) => (
  <EmptyState
    icon={IconToolsKitchen2}
    sentence="No items yet. These items are sold at the POS and shown to your guests."
    action={
      <Group gap="xs" justify="center">
        <Button onClick={onAdd}>Add the first item</Button>
        <Button variant="default" onClick={onImport}>
          Import a CSV file
        </Button>
        <Button variant="default" loading={samples.isPending} onClick={samples.add}>
          Use the sample menu
        </Button>
      </Group>
    }
  />
);

export const MenuItemsScreen = () => {
  const [dialog, setDialog] = useState<{ typed: string } | 'import' | 'change'>();
  const navigate = useNavigate();
  const menu = useReply(listMenuItems, {});
  const currency = useReply(getStoreSetting, {}).data?.currency ?? '';
  const onDelete = useDeleteItem(menu.data);
  const samples = useSampleMenu();
  const onMove = useItemOrder();
  const soldOut = useSoldOut();

  const all = useMemo(() => menu.data?.map(soldOut.touched), [menu.data, soldOut.touched]);
  const shown = useShownItems(all);
  const { items } = shown;
  const selection = useSelection(all, items);
  const takeBack = useAction(updateMenuItems, { refreshes: [listMenuItems] });
  const add = () => setDialog({ typed: '' });
  const typed = shown.search.typed.trim();

  return (
    <Page
      title="Menu Items"
      actions={
        <>
          <Button component={Link} to="categories" variant="default" leftSection={<IconCategory size={18} aria-hidden />}>
            Categories
          </Button>
          <FileMenu onImport={() => setDialog('import')} onRemoveSamples={samples.isThere && samples.remove} />
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            New
          </Button>
        </>
      }
    >
      <Loaded
        from={menu}
        failure="Error loading data, Try Later!"
        skeleton={<SkeletonRows amount={8} height={72} gap={1} />}
        empty={<NoItems onAdd={add} onImport={() => setDialog('import')} samples={samples} />}
      >
        {(rows) => (
          <>
            <div className={classes.tools}>
              <ItemFilter {...shown} />
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
                mayMove={shown.isWhole}
                selection={selection}
                onMove={onMove}
                onSoldOut={soldOut.mark}
                onDelete={onDelete}
              />
            ) : (
              <NothingFound label="Show all items" onClear={shown.clear}>
                {typed && <Button onClick={() => setDialog({ typed })}>Add “{typed}”</Button>}
              </NothingFound>
            )}
            {selection.ids && <SelectionBar selection={selection} shown={items} onChange={() => setDialog('change')} />}
          </>
        )}
      </Loaded>
      <Suspense>
        {typeof dialog === 'object' && (
          <ItemDialog
            typed={dialog.typed}
            items={menu.data ?? []}
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
