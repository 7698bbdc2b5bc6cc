import { addMenuItem, listMenuItems } from '#contract/menu-items.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { emptyValues, type ItemValues, SAVE_FAILED, toBody } from './item-form.ts';
import { ItemFields } from './ItemFields.tsx';

interface ItemDialogProps {
  onClose: () => void;
  onAdded: (id: number) => void;
}

export const ItemDialog = ({ onClose, onAdded }: ItemDialogProps) => {
  const { form, submit, showErrors } = useContractForm<typeof addMenuItem, ItemValues>(addMenuItem, emptyValues, toBody);
  const { run, isPending } = useAction(addMenuItem, {
    refreshes: [listMenuItems],
    failure: SAVE_FAILED,
    onDone: ({ id }) => onAdded(id),
    onFailed: showErrors,
  });
  return (
    <FormDialog
      title="Add Item"
      label="Add"
      isPending={isPending}
      onSubmit={submit((values) => run({ body: toBody(values) }))}
      onClose={onClose}
    >
      <ItemFields form={form} />
    </FormDialog>
  );
};
