import { useEffect, useEffectEvent, useRef } from 'react';
import { addMenuItem, listMenuItems, type MenuItem } from '#contract/menu-items.ts';
import { listTaxes } from '#contract/taxes.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAnother } from '#web/parts/use-another.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { emptyValues, type ItemValues, SAVE_FAILED, toBody, usualTaxOf } from './item-form.ts';
import { ItemFields } from './ItemFields.tsx';

interface ItemDialogProps {
  /** What was typed in vain into a search: the title of the new one. */
  typed: string;
  /** Those that are there already: a new one begins with the tax of most. */
  items: readonly MenuItem[];
  onClose: () => void;
  onAdded: (id: number) => void;
}

export const ItemDialog = ({ typed, items, onClose, onAdded }: ItemDialogProps) => {
  const taxId = usualTaxOf(items, useReply(listTaxes, {}).data);
  const { form, submit, showErrors } = useContractForm<typeof addMenuItem, ItemValues>(
    addMenuItem,
    { ...emptyValues, title: typed, taxId },
    toBody,
  );
  const beginWithTax = useEffectEvent(() => {
    if (form.isTouched('taxId') || form.getValues().taxId === taxId) return;
    form.setInitialValues({ ...emptyValues, title: typed, taxId });
    form.setFieldValue('taxId', taxId);
  });
  // for the first item it is known once the taxes are here
  useEffect(() => {
    if (items.length === 0) beginWithTax();
  }, [items.length, taxId]);
  const added = useRef<number>(undefined);
  // the last one's page, or the list where one closes before
  const another = useAnother(form, () => onAdded(added.current!), ['categoryId', 'taxId']);
  const { run, isPending } = useAction(addMenuItem, {
    refreshes: [listMenuItems],
    failure: SAVE_FAILED,
    onDone: ({ id }) => {
      added.current = id;
      // the next one has another title
      form.setInitialValues(emptyValues);
      another.onDone();
    },
    onFailed: showErrors,
  });
  return (
    <FormDialog
      title="Add Item"
      label="Add"
      size={720}
      isPending={isPending}
      isChanged={form.isDirty()}
      onSubmit={submit((values) => run({ body: toBody(values) }))}
      onClose={onClose}
      ask={another.ask}
    >
      <ItemFields form={form} />
    </FormDialog>
  );
};
