import { Input, SegmentedControl, TextInput } from '@mantine/core';
import {
  addPaymentType,
  defaultsOf,
  listPaymentTypes,
  type PaymentKind,
  type PaymentType,
  updatePaymentType,
} from '#contract/payment-types.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { GroupError } from '#web/parts/GroupError.tsx';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { useAnother } from '#web/parts/use-another.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { kindTitles } from './traits.ts';

interface PaymentTypeDialogProps {
  /** Without one a new one is added. */
  type: PaymentType | undefined;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  title: string;
  isActive: boolean;
  kind: PaymentKind;
  givesChange: boolean;
  takesTip: boolean;
  needsReference: boolean;
}

const valuesOf = (type: PaymentType | undefined): Values => ({
  title: type?.title ?? '',
  isActive: type?.is_active ?? true,
  ...(type
    ? { kind: type.kind, givesChange: type.gives_change, takesTip: type.takes_tip, needsReference: type.needs_reference }
    : defaultsOf('')),
});

export const PaymentTypeDialog = ({ type, onClose }: PaymentTypeDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addPaymentType | typeof updatePaymentType, Values>(
    type ? updatePaymentType : addPaymentType,
    valuesOf(type),
    (values) => values,
    { text: (field, value) => (field === 'kind' ? kindTitles[value as PaymentKind] : undefined) },
  );
  const another = useAnother(form, onClose);
  const options = { refreshes: [listPaymentTypes], onFailed: showErrors };
  const add = useAction(addPaymentType, { ...options, onDone: another.onDone });
  const update = useAction(updatePaymentType, { ...options, onDone: onClose });
  const { kind } = form.values;

  return (
    <FormDialog
      title={type ? 'Update Payment Type' : 'Add Payment Type'}
      label={type ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit((body) =>
        type ? update.run({ params: { id: String(type.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body }),
      )}
      onClose={onClose}
      ask={type ? undefined : another.ask}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      <Input.Wrapper label="Kind" labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label="Kind"
          data={Object.entries(kindTitles).map(([value, label]) => ({ value, label }))}
          value={kind}
          // what the kind can do is set with it, and may be changed below
          onChange={(next) => form.setValues(defaultsOf('', next as PaymentKind))}
        />
        <GroupError>{form.errors['kind']}</GroupError>
      </Input.Wrapper>
      <SwitchRow
        label="Gives change"
        description="More may be given than is due; the till says what goes back."
        {...form.getInputProps('givesChange', { type: 'checkbox' })}
      />
      <SwitchRow
        label="Takes tips"
        description="The till asks for a tip beside the amount."
        {...form.getInputProps('takesTip', { type: 'checkbox' })}
      />
      <SwitchRow
        label="Needs a reference"
        description="Each payment needs a number or a name: of a slip, a voucher, a room."
        {...form.getInputProps('needsReference', { type: 'checkbox' })}
      />
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
