import { Select, TextInput } from '@mantine/core';
import { addReason, listReasons, type Reason, type ReasonKind, reasonKinds, updateReason } from '#contract/reasons.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { SwitchRow } from '#web/parts/SwitchRow.tsx';
import { useAnother } from '#web/parts/use-another.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { kindTitles } from './kind-titles.ts';

interface ReasonDialogProps {
  /** Without one a new one is added. */
  reason: Reason | undefined;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  kind: ReasonKind;
  title: string;
  needsNote: boolean;
}

export const ReasonDialog = ({ reason, onClose }: ReasonDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addReason | typeof updateReason, Values>(
    reason ? updateReason : addReason,
    { kind: reason?.kind ?? 'void', title: reason?.title ?? '', needsNote: reason?.needsNote ?? false },
    (values) => values,
    { text: (field, value) => (field === 'kind' ? kindTitles[value as ReasonKind] : undefined) },
  );
  const another = useAnother(form, onClose, ['kind']);
  const options = { refreshes: [listReasons], onFailed: showErrors };
  const add = useAction(addReason, { ...options, onDone: another.onDone });
  const update = useAction(updateReason, { ...options, onDone: onClose });

  return (
    <FormDialog
      title={reason ? 'Update Reason' : 'Add Reason'}
      label={reason ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit((body) =>
        reason ? update.run({ params: { id: String(reason.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body }),
      )}
      onClose={onClose}
      ask={reason ? undefined : another.ask}
    >
      <TextInput label="Title" placeholder="Wrong entry" data-autofocus {...form.getInputProps('title')} />
      <Select
        label="Given for"
        data={reasonKinds.map((value) => ({ value, label: kindTitles[value] }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      <SwitchRow
        label="Needs a note"
        description="Whoever gives it says more in their own words."
        {...form.getInputProps('needsNote', { type: 'checkbox' })}
      />
    </FormDialog>
  );
};
