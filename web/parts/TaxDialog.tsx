import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { addTax, listTaxes, type Tax, updateTax } from '#contract/taxes.ts';
import { FormDialog } from './FormDialog.tsx';
import { readPastedSum } from './money-text.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { useAnother } from './use-another.ts';

/** A rate has no thousands: three digits behind a comma are decimals. */
const RATE_DECIMALS = 3;

interface TaxDialogProps {
  /** Without one a new one is added. */
  tax: Tax | undefined;
  onClose: () => void;
  /** Where it is added beside something else, which then takes it: no other one follows. */
  onAdded?: (id: number) => void;
}

interface TaxValues extends Record<string, unknown> {
  title: string;
  rate: number | string;
  type: Tax['type'] | '';
}

export const TaxDialog = ({ tax, onClose, onAdded }: TaxDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addTax | typeof updateTax, TaxValues>(tax ? updateTax : addTax, {
    title: tax?.title ?? '',
    rate: tax?.rate ?? '',
    type: tax?.type ?? '',
  });
  const another = useAnother(form, onClose, ['type']);
  const options = { refreshes: [listTaxes], onFailed: showErrors };
  const add = useAction(addTax, {
    ...options,
    onDone: ({ id }) => {
      onAdded?.(id);
      another.onDone();
    },
  });
  const update = useAction(updateTax, { ...options, onDone: onClose });

  const save = ({ title, rate, type }: TaxValues) => {
    // The contract has refused the empty type.
    const body = { title, rate, type: type as Tax['type'] };
    return tax ? update.run({ params: { id: String(tax.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body });
  };

  return (
    <FormDialog
      title={tax ? 'Update Tax' : 'Add Tax'}
      label={tax ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit(save)}
      onClose={onClose}
      ask={tax || onAdded ? undefined : another.ask}
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
        // the field itself would drop a pasted comma, and make 75 of 7,5
        onPasteCapture={(event) => {
          const rate = readPastedSum(event.clipboardData.getData('text'), RATE_DECIMALS);
          if (rate === undefined) return;
          event.preventDefault();
          form.setFieldValue('rate', rate);
        }}
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
