import { Card, Title } from '@mantine/core';
import { getMenuItem, listMenuItems, type MenuItem, updateMenuItem } from '#contract/menu-items.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { changedOf, useSavedForm } from '#web/parts/saved-form.ts';
import { SaveBar } from '#web/parts/SaveBar.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { type ItemValues, SAVE_FAILED, toBody, valuesOf } from './item-form.ts';
import { ItemFields } from './ItemFields.tsx';

export const ItemForm = ({ item }: { item: MenuItem }) => {
  const stored = valuesOf(item, useReply(getStoreSetting, {}).data?.currency);
  const { form, submit, showErrors } = useContractForm<typeof updateMenuItem, ItemValues>(updateMenuItem, stored, toBody);
  const isChanged = useSavedForm(form, stored);
  const { run, isPending } = useAction(updateMenuItem, {
    refreshes: [getMenuItem, listMenuItems],
    failure: SAVE_FAILED,
    onFailed: showErrors,
  });
  const save = async (values: ItemValues) => {
    const { title, price } = values; // an item is never without these
    const changed = changedOf(form, values);
    const netPrice = changed.netPrice === '' ? null : changed.netPrice;
    if (await run({ params: { id: String(item.id) }, body: { ...changed, title, price, netPrice } })) form.resetDirty(values);
  };
  return (
    <form noValidate onSubmit={submit(save)}>
      <Card component="section" aria-labelledby="item-details">
        <Title order={2} id="item-details" mb="md">
          Details
        </Title>
        <ItemFields form={form} />
      </Card>
      <SaveBar isChanged={isChanged} isPending={isPending} />
    </form>
  );
};
