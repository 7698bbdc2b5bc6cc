import { Alert, Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { listCategories } from '#contract/categories.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { listMenuItems, type MenuItem, updateMenuItems } from '#contract/menu-items.ts';
import { listTaxes } from '#contract/taxes.ts';
import { currencyOf } from '#contract/money-text.ts';
import { useDiscard } from '#web/parts/use-discard.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ChangeFields, type Choice, type Choices, type Chosen } from './ChangeFields.tsx';
import { SAVE_FAILED } from './item-form.ts';
import { isReadable, type ManyEdit, previewOf } from './many-items.ts';
import { ManyPreview } from './ManyPreview.tsx';

interface ManyDialogProps {
  items: readonly MenuItem[];
  currency: string;
  undo: (input: CallInput<typeof updateMenuItems>) => void;
  onClose: () => void;
}

const NONE = '';
const kinds = [
  { value: 'price', label: 'Price' },
  { value: 'tax', label: 'Tax' },
  { value: 'category', label: 'Category' },
  { value: 'soldOut', label: 'Sold out' },
];

const choicesOf = (rows: readonly { id: number; title: string }[] = [], none: string): Choice[] => [
  { value: NONE, label: none },
  ...rows.map(({ id, title }) => ({ value: String(id), label: title })),
];

const named = (value: string, choices: readonly Choice[]) => ({
  id: value === NONE ? null : Number(value),
  title: choices.find((choice) => choice.value === value)?.label ?? '',
});

/** What was chosen, as a change of each item; undefined while something is left to choose. */
const editOf = ({ what, price, tax, category, soldOut }: Chosen, choices: Choices, decimals: number): ManyEdit | undefined => {
  if (what === 'price') return isReadable(price, decimals) ? { what, ...price } : undefined;
  if (what === 'soldOut') return soldOut === null ? undefined : { what, isSoldOut: soldOut === 'true' };
  if (what === 'tax') return tax === null ? undefined : { what, tax: named(tax, choices.tax) };
  return category === null ? undefined : { what, category: named(category, choices.category) };
};

/** One change of many items, shown dish by dish before it is done. */
export const ManyDialog = ({ items, currency, undo, onClose }: ManyDialogProps) => {
  const [chosen, setChosen] = useState<Chosen>({
    what: 'price',
    price: { way: 'up', by: 'percent', amount: '' },
    tax: null,
    category: null,
    soldOut: null,
  });
  const choose = (next: Partial<Chosen>) => setChosen((known) => ({ ...known, ...next }));
  const choices = {
    tax: choicesOf(useReply(listTaxes, {}).data, 'No tax'),
    category: choicesOf(useReply(listCategories, {}).data, 'No category'),
  };
  const edit = useDeferredValue(JSON.stringify(editOf(chosen, choices, currencyOf(currency).decimals)));
  const preview = useMemo(
    () => (edit === undefined ? undefined : previewOf(items, JSON.parse(edit) as ManyEdit, currency)),
    [edit, items, currency],
  );
  // whoever changed a price meanwhile: the list comes again with it, and the preview shows it
  const { run, isPending } = useAction(updateMenuItems, { refreshes: [listMenuItems], failure: SAVE_FAILED, undo, onDone: onClose });
  const touched = preview?.sent.length ?? 0;
  const { leave, isAsking } = useDiscard(touched > 0, onClose, isPending);

  return (
    <Dialog
      opened
      onClose={leave}
      isCovered={isAsking}
      title={items.length === 1 ? 'Change 1 item' : `Change ${items.length} items`}
      size="lg"
      onSubmit={(event) => {
        event.preventDefault();
        if (preview && touched > 0) void run({ body: { items: preview.sent } });
      }}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" disabled={touched === 0} loading={isPending}>
            {touched === 0 ? 'Apply' : touched === 1 ? 'Apply to 1 item' : `Apply to ${touched} items`}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label="What to change"
          fullWidth
          data={kinds}
          value={chosen.what}
          onChange={(what) => choose({ what: what as Chosen['what'] })}
        />
        <ChangeFields chosen={chosen} onChoose={choose} choices={choices} currency={currency} />
        {preview && touched === 0 && (
          <Alert color="gray" variant="light">
            Nothing would change: {items.length === 1 ? 'this item is' : 'all of them are'} already like that.
          </Alert>
        )}
        {preview && touched > 0 && <ManyPreview rows={preview.rows} same={items.length - touched} />}
        {!preview && (
          <Text size="sm" c="dimmed">
            What changes is shown here before anything is saved.
          </Text>
        )}
      </Stack>
    </Dialog>
  );
};
