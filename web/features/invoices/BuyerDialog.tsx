import { Textarea, TextInput } from '@mantine/core';
import { getInvoice, setBuyer } from '#contract/invoices.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

/** For whom an invoice is; once said it stays. */
export const BuyerDialog = ({ invoiceId, onClose }: { invoiceId: number; onClose: () => void }) => {
  const { form, submit, showErrors } = useContractForm(setBuyer, { name: '', taxNumber: '', address: '' });
  const { run, isPending } = useAction(setBuyer, { refreshes: [getInvoice], onDone: onClose, onFailed: showErrors });
  return (
    <FormDialog
      title="Add Buyer"
      label="Add"
      isPending={isPending}
      isChanged={form.isDirty()}
      onSubmit={submit((body) => run({ params: { id: String(invoiceId) }, body }))}
      onClose={onClose}
    >
      <p>The buyer stands on the invoice from now on, and cannot be changed later.</p>
      <TextInput label="Name" data-autofocus maxLength={120} autoComplete="off" {...form.getInputProps('name')} />
      <TextInput label="Tax number" maxLength={40} autoComplete="off" {...form.getInputProps('taxNumber')} />
      <Textarea label="Address" maxLength={300} autosize minRows={2} {...form.getInputProps('address')} />
    </FormDialog>
  );
};
