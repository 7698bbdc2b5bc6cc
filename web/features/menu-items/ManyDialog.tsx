import { Alert, Button, Group, Input, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { listCategories } from '#contract/categories.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { listMenuItems, type MenuItem, updateMenuItems } from '#contract/menu-items.ts';
import { listTaxes } from '#contract/taxes.ts';
import { currencyOf } from '#contract/money-text.ts';
import { useDiscard } from '#web/parts/use-discard.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SAVE_FAILED } from './item-form.ts';
import { isReadable, type ManyEdit, type PriceChange, previewOf } from './many-items.ts';
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

interface Choices {
  what: ManyEdit['what'];
  price: PriceChange;
  /** ids; null: nothing chosen yet */
  tax: string | null;
  category: string | null;
  soldOut: 'true' | 'false' | null;
}

const named = (value: string, choices: readonly { value: string; label: string }[]) => ({
  id: value === NONE ? null : Number(value),
  title: choices.find((choice) => choice.value === value)?.label ?? '',
});

/** One change of many items, shown dish by dish before it is done. */
export const ManyDialog = ({ items, currency, undo, onClose }: ManyDialogProps) => {
  const [chosen, setChosen] = useState<Choices>({
    what: 'price',
    price: { way: 'up', by: 'percent', amount: '' },
    tax: null,
    category: null,
    soldOut: null,
  });
  const choose = (next: Partial<Choices>) => setChosen((known) => ({ ...known, ...next }));
  const choosePrice = (next: Partial<PriceChange>) => choose({ price: { ...chosen.price, ...next } });
  const taxes = useReply(listTaxes, {});
  const categories = useReply(listCategories, {});
  const taxChoices = [
    { value: NONE, label: 'No tax' },
    ...(taxes.data ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
  ];
  const categoryChoices = [
    { value: NONE, label: 'No category' },
    ...(categories.data ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
  ];
  const { symbol, decimals } = currencyOf(currency);
  const isAmountWrong = chosen.price.amount !== '' && !isReadable(chosen.price, decimals);

  const editOf = ({ what, price, tax, category, soldOut }: Choices): ManyEdit | undefined => {
    if (what === 'price') return isReadable(price, decimals) ? { what, ...price } : undefined;
    if (what === 'soldOut') return soldOut === null ? undefined : { what, isSoldOut: soldOut === 'true' };
    if (what === 'tax') return tax === null ? undefined : { what, tax: named(tax, taxChoices) };
    return category === null ? undefined : { what, category: named(category, categoryChoices) };
  };
  const edit = useDeferredValue(JSON.stringify(editOf(chosen)));
  const preview = useMemo(
    () => (edit === undefined ? undefined : previewOf(items, JSON.parse(edit) as ManyEdit, currency)),
    [edit, items, currency],
  );
  // whoever changed a price meanwhile: the list comes again with it, and the preview shows it
  const { run, isPending } = useAction(updateMenuItems, { refreshes: [listMenuItems], failure: SAVE_FAILED, undo, onDone: onClose });
  const touched = preview?.sent.length ?? 0;
  const { leave, isAsking } = useDiscard(touched > 0 && !isPending, onClose);

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
          <Button variant="default" onClick={leave}>
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
          onChange={(what) => choose({ what: what as Choices['what'] })}
        />
        {chosen.what === 'price' && (
          <Stack gap="xs">
            <Group gap="sm" grow>
              <SegmentedControl
                aria-label="Up or down"
                data={[
                  { value: 'up', label: 'Raise' },
                  { value: 'down', label: 'Lower' },
                ]}
                value={chosen.price.way}
                onChange={(way) => choosePrice({ way: way as PriceChange['way'] })}
              />
              <SegmentedControl
                aria-label="Percent or sum"
                data={[
                  { value: 'percent', label: 'Percent' },
                  { value: 'sum', label: 'Sum' },
                ]}
                value={chosen.price.by}
                onChange={(by) => choosePrice({ by: by as PriceChange['by'] })}
              />
            </Group>
            <TextInput
              label={chosen.price.by === 'percent' ? 'By how many percent' : 'By how much'}
              description="Variants with a price change with it, addons do not. What is free stays free."
              inputMode="decimal"
              autoComplete="off"
              data-autofocus
              leftSection={<span aria-hidden>{chosen.price.by === 'percent' ? '%' : symbol}</span>}
              value={chosen.price.amount}
              error={
                isAmountWrong &&
                (chosen.price.by === 'percent' ? 'Please enter a percentage above 0, at most 1000!' : 'Please provide valid price!')
              }
              onChange={(event) => choosePrice({ amount: event.currentTarget.value.trim() })}
            />
          </Stack>
        )}
        {chosen.what === 'tax' && (
          <Select
            label="New tax"
            placeholder="Choose a tax"
            data={taxChoices}
            allowDeselect={false}
            value={chosen.tax}
            onChange={(tax) => choose({ tax })}
          />
        )}
        {chosen.what === 'category' && (
          <Select
            label="New category"
            placeholder="Choose a category"
            data={categoryChoices}
            searchable={categoryChoices.length > 8}
            allowDeselect={false}
            value={chosen.category}
            onChange={(category) => choose({ category })}
          />
        )}
        {chosen.what === 'soldOut' && (
          <Input.Wrapper labelElement="div" label="These items are" description="Sold out ends with the business day.">
            <SegmentedControl
              aria-label="Sold out or available"
              fullWidth
              data={[
                { value: 'true', label: 'Sold out' },
                { value: 'false', label: 'Available' },
              ]}
              value={chosen.soldOut ?? ''}
              onChange={(soldOut) => choose({ soldOut: soldOut as 'true' | 'false' })}
            />
          </Input.Wrapper>
        )}
        {preview && touched === 0 && (
          <Alert color="gray" variant="light">
            Nothing would change: {items.length === 1 ? 'this item is' : 'all of them are'} like that already.
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
