import { Card, Title } from '@mantine/core';
import { listCategories } from '#contract/categories.ts';
import { getMenuItem, listMenuItems, type MenuItem, updateMenuItem } from '#contract/menu-items.ts';
import { listStations } from '#contract/stations.ts';
import { getStoreSetting } from '#contract/store-settings.ts';
import { listTaxes } from '#contract/taxes.ts';
import { readChoices } from '#web/parts/choice-reading.ts';
import { changedOf, useSavedForm } from '#web/parts/saved-form.ts';
import { SaveBar } from '#web/parts/SaveBar.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { GuestFields } from './GuestFields.tsx';
import { type ItemValues, priceReading, SAVE_FAILED, toBody, valuesOf } from './item-form.ts';
import { ItemFields } from './ItemFields.tsx';

export const ItemForm = ({ item }: { item: MenuItem }) => {
  const currency = useReply(getStoreSetting, {}).data?.currency;
  const categories = useReply(listCategories, {}).data;
  const taxes = useReply(listTaxes, {}).data;
  const stations = useReply(listStations, {}).data;
  const stored = valuesOf(item, currency);
  const prices = priceReading(currency);
  const tax = { rows: taxes, none: 'None', empty: null };
  const choices = readChoices({
    categoryId: { rows: categories, none: 'None', empty: null },
    taxId: tax,
    taxIdTakeaway: tax,
    stationId: { rows: stations, none: 'As its category', empty: null },
  });
  const reading = {
    take: (field: string, value: unknown) => choices.take(field, value) ?? prices.take(field, value),
    text: (field: string, value: unknown) => choices.text(field, value) ?? prices.text(field, value),
  };
  const { form, submit, showErrors, basedOn } = useContractForm<typeof updateMenuItem, ItemValues>(updateMenuItem, stored, toBody, reading);
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
    const description = changed.description === '' ? null : changed.description;
    if (await run({ params: { id: String(item.id) }, body: { ...changed, title, price, netPrice, description, basedOn: basedOn() } }))
      form.resetDirty(values);
  };
  return (
    <form noValidate onSubmit={submit(save)}>
      <Card component="section" aria-labelledby="item-details">
        <Title order={2} id="item-details" mb="md">
          Details
        </Title>
        <ItemFields form={form} />
      </Card>
      <GuestFields form={form} />
      <SaveBar isChanged={isChanged} isPending={isPending} />
    </form>
  );
};
