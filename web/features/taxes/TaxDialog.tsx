import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { addTax, listTaxes, type Tax, updateTax } from '#contract/taxes.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { pastesDecimal } from '#web/parts/pasted-decimal.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

interface TaxDialogProps {
  /** Without one a new one is added. */
  tax: Tax | undefined;
  onClose: () => void;
}

interface TaxValues extends Record<string, unknown> {
  title: string;
  rate: number | string;
  type: Tax['type'] | '';
}

export const TaxDialog = ({ tax, onClose }: TaxDialogProps) => {
  const { form, submit, showErrors } = useContractForm<typeof addTax | typeof updateTax, TaxValues>(tax ? updateTax : addTax, {
    title: tax?.title ?? '',
    rate: tax?.rate ?? '',
    type: tax?.type ?? '',
  });
  const options = { refreshes: [listTaxes], onDone: onClose, onFailed: showErrors };
  const add = useAction(addTax, options);
  const update = useAction(updateTax, options);

  const save = ({ title, rate, type }: TaxValues) => {
    // The contract has refused the empty type.
    const body = { title, rate, type: type as Tax['type'] };
    return tax ? update.run({ params: { id: String(tax.id) }, body }) : add.run({ body });
  };

  return (
    <FormDialog
      title={tax ? 'Update Tax' : 'Add Tax'}
      label={tax ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      onSubmit={submit(save)}
      onClose={onClose}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      {/* Nothing is clamped: what is wrong gets its sentence instead of being changed silently. */}
      <NumberInput
        label="Rate"
        suffix=" %"
        inputMode="decimal"
        min={0}
        clampBehavior="none"
        hideControls
        allowedDecimalSeparators={['.', ',']}
        onPaste={pastesDecimal((rate) => form.setFieldValue('rate', rate))}
        {...form.getInputProps('rate')}
      />
      <NativeSelect
        label="Type"
        data={[
          { value: '', label: 'Please select' },
          { value: 'exclusive', label: 'Exclusive: added on top of the price' },
          { value: 'inclusive', label: 'Inclusive: contained in the price' },
        ]}
        {...form.getInputProps('type')}
      />
    </FormDialog>
  );
};
