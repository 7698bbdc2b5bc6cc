import { TextInput } from '@mantine/core';
import { addAddon, addVariant, getMenuItem, listMenuItems, type MenuItem, updateAddon, updateVariant } from '#contract/menu-items.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { priceReading, SAVE_FAILED, priceText } from './item-form.ts';
import { PriceInput } from '#web/parts/PriceInput.tsx';

export type OptionKind = 'variant' | 'addon';
export type Option = MenuItem['variants'][number];

interface OptionDialogProps {
  kind: OptionKind;
  itemId: number;
  /** Without one a new one is added. */
  option: Option | undefined;
  /** What a new one costs unless another price is typed; empty without one. */
  usualPrice?: number | undefined;
  onClose: () => void;
}

interface OptionValues extends Record<string, unknown> {
  title: string;
  price: number | string;
}

/** An empty price is 0 (part-2 §5), and the field says so. */
const toBody = ({ title, price }: OptionValues) => ({ title, price: price === '' ? 0 : price });

export const OptionDialog = ({ kind, itemId, option, usualPrice, onClose }: OptionDialogProps) => {
  const isVariant = kind === 'variant';
  const currency = useReply(getStoreSetting, {}).data?.currency;
  const begin = option?.price ?? usualPrice;
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addVariant | typeof addAddon, OptionValues>(
    isVariant ? addVariant : addAddon,
    { title: option?.title ?? '', price: begin === undefined ? '' : priceText(begin, currency) },
    toBody,
    priceReading(currency),
  );
  const options = { refreshes: [getMenuItem, listMenuItems], failure: SAVE_FAILED, onDone: onClose, onFailed: showErrors };
  const newVariant = useAction(addVariant, options);
  const oldVariant = useAction(updateVariant, options);
  const newAddon = useAction(addAddon, options);
  const oldAddon = useAction(updateAddon, options);

  const save = (values: OptionValues) => {
    const body = toBody(values);
    const changed = { ...body, basedOn: basedOn() };
    const params = { itemId: String(itemId) };
    if (isVariant)
      return option
        ? oldVariant.run({ params: { ...params, variantId: String(option.id) }, body: changed })
        : newVariant.run({ params, body });
    return option ? oldAddon.run({ params: { ...params, addonId: String(option.id) }, body: changed }) : newAddon.run({ params, body });
  };

  const isFree = form.values.price === '';
  return (
    <FormDialog
      title={`${option ? 'Update' : 'Add'} ${isVariant ? 'Variant' : 'Addon'}`}
      label={option ? 'Save' : 'Add'}
      isPending={[newVariant, oldVariant, newAddon, oldAddon].some(({ isPending }) => isPending)}
      isChanged={form.isDirty()}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextInput
        label="Title"
        placeholder={isVariant ? 'Small, Large, 0.5 l …' : 'Extra cheese, Oat milk …'}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <PriceInput
        label="Price"
        currency={currency}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={String(priceText(0, currency))}
        description={`${isVariant ? 'Instead of the item’s price.' : 'On top of the item’s price.'}${isFree ? ' Empty: it costs nothing.' : ''}`}
        {...form.getInputProps('price')}
      />
    </FormDialog>
  );
};
