import { NumberInput, TextInput } from '@mantine/core';
import { addTable, listTables, updateTable } from '#contract/tables.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAnother } from '#web/parts/use-another.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import type { StoreTable } from './floors.ts';

interface TableDialogProps {
  /** Without one a new one is added. */
  table: StoreTable | undefined;
  onClose: () => void;
}

interface TableValues extends Record<string, unknown> {
  title: string;
  floor: string;
  seatingCapacity: number | string;
}

export const TableDialog = ({ table, onClose }: TableDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addTable | typeof updateTable, TableValues>(
    table ? updateTable : addTable,
    {
      title: table?.table_title ?? '',
      floor: table?.floor ?? '',
      seatingCapacity: table?.seating_capacity ?? '',
    },
  );
  const another = useAnother(form, onClose, ['floor', 'seatingCapacity']);
  const options = { refreshes: [listTables], onFailed: showErrors };
  const add = useAction(addTable, { ...options, onDone: another.onDone });
  const update = useAction(updateTable, { ...options, onDone: onClose });

  return (
    <FormDialog
      title={table ? 'Update Table' : 'Add Table'}
      label={table ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit((body) =>
        table ? update.run({ params: { id: String(table.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body }),
      )}
      onClose={onClose}
      ask={table ? undefined : another.ask}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      <TextInput label="Floor" description="A dash when there are no floors." {...form.getInputProps('floor')} />
      {/* Nothing is clamped: what is wrong gets its sentence instead of being changed silently. */}
      <NumberInput
        label="Seating capacity"
        inputMode="numeric"
        min={0}
        clampBehavior="none"
        hideControls
        {...form.getInputProps('seatingCapacity')}
      />
    </FormDialog>
  );
};
