import { TextInput } from '@mantine/core';
import { addPaymentType, listPaymentTypes, type PaymentType, updatePaymentType } from '#contract/payment-types.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { useAnother } from '#web/parts/use-another.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

interface PaymentTypeDialogProps {
  /** Without one a new one is added. */
  type: PaymentType | undefined;
  onClose: () => void;
}

export const PaymentTypeDialog = ({ type, onClose }: PaymentTypeDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm(type ? updatePaymentType : addPaymentType, {
    title: type?.title ?? '',
    isActive: type?.is_active ?? true,
  });
  const another = useAnother(form, onClose);
  const options = { refreshes: [listPaymentTypes], onFailed: showErrors };
  const add = useAction(addPaymentType, { ...options, onDone: another.onDone });
  const update = useAction(updatePaymentType, { ...options, onDone: onClose });

  return (
    <FormDialog
      title={type ? 'Update Payment Type' : 'Add Payment Type'}
      label={type ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      onSubmit={submit((body) =>
        type ? update.run({ params: { id: String(type.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body }),
      )}
      onClose={onClose}
      ask={type ? undefined : another.ask}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      {type && (
        <SwitchRow
          label="Active"
          description="An inactive payment type is not offered when a bill is paid."
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
};
