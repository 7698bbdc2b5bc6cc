import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { deleteAddon, deleteVariant, getMenuItem, listMenuItems } from '#contract/menu-items.ts';
import { Money } from '#web/parts/Money.tsx';
import { RowActions } from '#web/parts/RowActions.tsx';
import { useUndo } from '#web/parts/undo.ts';
import { useAction } from '#web/platform/api.ts';
import { deleting, rowOf } from '#web/platform/confirm.tsx';
import { lazyPart } from '#web/ui/lazily.ts';
import { type Option, OptionDialog, type OptionKind } from './OptionDialog.tsx';
import classes from './OptionList.module.css';

interface RowsProps {
  options: readonly Option[];
  facts: (option: Option) => ReactNode;
  actions: (option: Option) => ReactNode;
}

const Rows = ({ options, facts, actions }: RowsProps) => (
  <ul>
    {options.map((option) => (
      <li key={option.id} className={classes.row}>
        {facts(option)}
        {actions(option)}
      </li>
    ))}
  </ul>
);

// what rows are dragged with is large
const VariantList = lazyPart<RowsProps & { itemId: number }>(async () => (await import('./VariantList.tsx')).VariantList, {
  Instead: Rows,
});

interface OptionListProps {
  kind: OptionKind;
  itemId: number;
  options: readonly Option[];
  currency: string;
  /** What a new one costs unless another price is typed. */
  usualPrice?: number;
}

const none = {
  variant: 'No variants. Sizes, for instance: a variant’s price takes the place of the item’s.',
  addon: 'No addons. Extras, for instance: an addon’s price comes on top.',
};

/** The variants or the addons of an item. */
export const OptionList = ({ kind, itemId, options, currency, usualPrice }: OptionListProps) => {
  const [editing, setEditing] = useState<Option | 'new'>();
  const settings = { refreshes: [getMenuItem, listMenuItems] };
  const undo = useUndo(kind === 'variant' ? 'menu_item_variants' : 'menu_item_addons', settings.refreshes);
  const asked = (id: string) => deleting(`${kind} ${rowOf(options, id)?.title ?? ''}`);
  const { run: removeVariant } = useAction(deleteVariant, {
    ...settings,
    undo: ({ params }) => undo(params.variantId),
    confirm: ({ params }) => asked(params.variantId),
  });
  const { run: removeAddon } = useAction(deleteAddon, {
    ...settings,
    undo: ({ params }) => undo(params.addonId),
    confirm: ({ params }) => asked(params.addonId),
  });
  const remove = ({ id }: Option) =>
    kind === 'variant'
      ? removeVariant({ params: { itemId: String(itemId), variantId: String(id) } })
      : removeAddon({ params: { itemId: String(itemId), addonId: String(id) } });
  const facts = ({ title, price }: Option) => (
    <>
      <span className={classes.title}>{title}</span>
      <Money value={price} currency={currency} />
    </>
  );
  const actions = (option: Option) => (
    <RowActions name={option.title} onEdit={() => setEditing(option)} onDelete={() => void remove(option)} />
  );
  const rows = { options, facts, actions };

  return (
    <>
      {options.length === 0 && (
        <Text size="sm" c="dimmed">
          {none[kind]}
        </Text>
      )}
      {kind === 'variant' && options.length > 1 ? (
        <Suspense fallback={<Rows {...rows} />}>
          <VariantList itemId={itemId} {...rows} />
        </Suspense>
      ) : (
        <Rows {...rows} />
      )}
      <Button variant="default" mt="xs" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEditing('new')}>
        Add {kind}
      </Button>
      {editing && (
        <OptionDialog
          kind={kind}
          itemId={itemId}
          option={editing === 'new' ? undefined : editing}
          usualPrice={usualPrice}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
};
