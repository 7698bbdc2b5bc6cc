import { ActionIcon, Alert, Group, Select, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { listCategories } from '#contract/categories.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { listTaxes } from '#contract/taxes.ts';
import { CategoryDialog } from '#web/parts/CategoryDialog.tsx';
import { StationSelect } from '#web/parts/StationSelect.tsx';
import { TaxDialog } from '#web/parts/TaxDialog.tsx';
import { useReply } from '#web/platform/api.ts';
import { RetryButton } from '#web/ui/RetryButton.tsx';
import { GuestPays } from './GuestPays.tsx';
import type { ItemValues } from './item-form.ts';
import classes from './ItemFields.module.css';
import { PriceInput } from '#web/parts/PriceInput.tsx';

// A select shows its placeholder for null; this is what one chooses to get back there.
const NONE = '';
const none = { value: NONE, label: 'None' };
const orNull = (value: string | null): string | null => (value === NONE ? null : value);

/** The fields that adding and changing an item share. */
export const ItemFields = ({ form }: { form: UseFormReturnType<ItemValues> }) => {
  const [adding, setAdding] = useState<'category' | 'tax'>();
  const categories = useReply(listCategories, {});
  const taxes = useReply(listTaxes, {});
  const currency = useReply(getStoreSetting, {}).data?.currency;
  const choice = (field: 'categoryId' | 'taxId' | 'taxIdTakeaway') => {
    const { value, onChange, ...props } = form.getInputProps(field) as {
      value: string | null;
      onChange: (value: string | null) => void;
      error?: string;
    };
    return { ...props, value: value ?? NONE, onChange: (chosen: string | null) => onChange(orNull(chosen)) };
  };
  const beside = (input: ReactNode, what: 'category' | 'tax') => (
    <Group gap={4} wrap="nowrap">
      <div className={classes.grow}>{input}</div>
      <ActionIcon variant="default" size={44} aria-label={`New ${what}`} onClick={() => setAdding(what)}>
        <IconPlus size={18} />
      </ActionIcon>
    </Group>
  );
  const taxChoices = (taxes.data ?? []).map(({ id, title, rate, inForce = rate, type }) => ({
    value: String(id),
    label: `${title} - ${inForce}% (${type})`,
  }));
  const missing = [categories, taxes].filter(({ isLoadingError }) => isLoadingError);
  return (
    <div className={classes.fields}>
      {missing.length > 0 && (
        <Alert className={classes.wide} color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} py="xs">
          <Group justify="space-between" gap="xs">
            <Text size="sm">Categories or taxes could not be loaded. What you typed is kept.</Text>
            <RetryButton
              isTrying={missing.some(({ isFetching }) => isFetching)}
              onRetry={() => missing.forEach(({ refetch }) => void refetch())}
            />
          </Group>
        </Alert>
      )}
      <TextInput className={classes.wide} label="Title" data-autofocus {...form.getInputProps('title')} />
      <PriceInput label="Price" currency={currency} {...form.getInputProps('price')} />
      <PriceInput
        label="Net Price"
        description="For your own records. Guests pay the price."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        currency={currency}
        {...form.getInputProps('netPrice')}
      />
      <Select
        label="Category"
        data={[none, ...(categories.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }))]}
        searchable={(categories.data?.length ?? 0) > 8}
        selectFirstOptionOnChange
        allowDeselect={false}
        disabled={categories.isLoadingError}
        nothingFoundMessage="No such category"
        {...choice('categoryId')}
        inputContainer={(input) => beside(input, 'category')}
      />
      <Select
        label="Tax"
        data={[none, ...taxChoices]}
        allowDeselect={false}
        disabled={taxes.isLoadingError}
        {...choice('taxId')}
        inputContainer={(input) => beside(input, 'tax')}
      />
      <Select
        label="Tax for takeaway and delivery"
        data={[{ value: NONE, label: 'The same' }, ...taxChoices]}
        allowDeselect={false}
        disabled={taxes.isLoadingError}
        {...choice('taxIdTakeaway')}
      />
      {currency !== undefined && taxes.data && <GuestPays form={form} taxes={taxes.data} currency={currency} />}
      <StationSelect none="As its category says" {...form.getInputProps('stationId')} />
      {/* a form within a form: what it sends must not send this one, too */}
      <div onSubmit={(event) => event.stopPropagation()}>
        {adding === 'category' && (
          <CategoryDialog
            category={undefined}
            onClose={() => setAdding(undefined)}
            onAdded={(id) => form.setFieldValue('categoryId', String(id))}
          />
        )}
        {adding === 'tax' && (
          <TaxDialog tax={undefined} onClose={() => setAdding(undefined)} onAdded={(id) => form.setFieldValue('taxId', String(id))} />
        )}
      </div>
    </div>
  );
};
