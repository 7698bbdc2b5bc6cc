import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { listCategories } from '#contract/categories.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { listTaxes } from '#contract/taxes.ts';
import { useReply } from '#web/platform/api.ts';
import type { ItemValues } from './item-form.ts';
import classes from './ItemFields.module.css';
import { PriceInput } from './PriceInput.tsx';

// A select shows its placeholder for null; this is what one chooses to get back there.
const NONE = '';
const none = { value: NONE, label: 'None' };
const orNull = (value: string | null): string | null => (value === NONE ? null : value);

/** The fields that adding and changing an item share. */
export const ItemFields = ({ form }: { form: UseFormReturnType<ItemValues> }) => {
  const categories = useReply(listCategories, {});
  const taxes = useReply(listTaxes, {});
  const currency = useReply(getStoreSetting, {}).data?.currency;
  const choice = (field: 'categoryId' | 'taxId') => {
    const { value, onChange, ...props } = form.getInputProps(field) as {
      value: string | null;
      onChange: (value: string | null) => void;
      error?: string;
    };
    return { ...props, value: value ?? NONE, onChange: (chosen: string | null) => onChange(orNull(chosen)) };
  };
  return (
    <div className={classes.fields}>
      <TextInput className={classes.wide} label="Title" data-autofocus {...form.getInputProps('title')} />
      <PriceInput label="Price" currency={currency} {...form.getInputProps('price')} />
      <PriceInput label="Net Price" currency={currency} {...form.getInputProps('netPrice')} />
      <Select
        label="Category"
        data={[none, ...(categories.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))]}
        searchable={(categories.data?.length ?? 0) > 8}
        allowDeselect={false}
        nothingFoundMessage="No such category"
        {...choice('categoryId')}
      />
      <Select
        label="Tax"
        data={[
          none,
          ...(taxes.data ?? []).map(({ id, title, rate, type }) => ({ value: String(id), label: `${title} - ${rate}% (${type})` })),
        ]}
        allowDeselect={false}
        {...choice('taxId')}
      />
    </div>
  );
};
