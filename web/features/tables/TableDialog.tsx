import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addTable, listTables, updateTable } from '#contract/tables.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAnother } from '#web/parts/use-another.ts';
import { CallFailed, useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { notify } from '#web/platform/toast.ts';
import { seriesOf, type StoreTable, takenOf } from './table-titles.ts';

interface TableDialogProps {
  /** Without one new ones are added. */
  table: StoreTable | undefined;
  /** All that there are. */
  tables: readonly StoreTable[];
  onClose: () => void;
}

interface TableValues extends Record<string, unknown> {
  title: string;
  floor: string;
  seatingCapacity: number | string;
  howMany: number | string;
}

/** More than these have names that one types. */
const MOST = 50;

const toBody = ({ title, floor, seatingCapacity }: TableValues) => ({ title, floor, seatingCapacity });

const seriesText = (titles: readonly string[]): string =>
  titles.length > 1 ? `Adds ${titles[0]} to ${titles.at(-1)}.` : 'Several are numbered on: T1, T2, T3.';

const countOf = (howMany: number | string): number | undefined => {
  const count = Number(howMany);
  return Number.isInteger(count) && count >= 1 && count <= MOST ? count : undefined;
};

export const TableDialog = ({ table, tables, onClose }: TableDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addTable | typeof updateTable, TableValues>(
    table ? updateTable : addTable,
    {
      title: table?.table_title ?? '',
      floor: table?.floor ?? '',
      seatingCapacity: table?.seating_capacity ?? '',
      howMany: 1,
    },
    toBody,
  );
  const another = useAnother(form, onClose, ['floor', 'seatingCapacity']);
  const options = { refreshes: [listTables], onFailed: showErrors };
  const add = useAction(addTable, { ...options, onDone: another.onDone });
  const update = useAction(updateTable, { ...options, onDone: onClose });

  /** The titles of several that are being added. */
  const [adding, setAdding] = useState<readonly string[]>();
  const addOne = useAction(addTable, {
    ...options,
    quiet: true,
    onFailed: (failure, { body }) => {
      // those before it are there: what remains is what the form says
      if (adding) form.setValues({ title: body.title, howMany: adding.length - adding.indexOf(body.title) });
      showErrors(failure);
    },
  });
  const addAll = async (titles: readonly string[], values: TableValues) => {
    setAdding(titles);
    for (const title of titles) if (!(await addOne.run({ body: { ...toBody(values), title } }))) return setAdding(undefined);
    setAdding(undefined);
    notify.success(`${titles.length} tables added.`);
    return another.onDone();
  };

  const save = (values: TableValues) => {
    if (table) return update.run({ params: { id: String(table.id) }, body: { ...toBody(values), basedOn: basedOn() } });
    const fault = (field: string, message: string) => showErrors(new CallFailed(400, { errors: [{ path: [field], message }] }));
    const count = countOf(values.howMany);
    if (count === undefined) return fault('howMany', `Please provide 1 to ${MOST}!`);
    const titles = seriesOf(values.title, count);
    if (count === 1) return add.run({ body: toBody(values) });
    const taken = takenOf(titles, values.floor, tables);
    return taken === undefined ? addAll(titles, values) : fault('title', `This floor already has ${taken}!`);
  };

  const { title, howMany } = form.getValues();
  const titles = seriesOf(title, (title.trim() && countOf(howMany)) || 1);
  const capacity = (
    // Nothing is clamped: what is wrong gets its sentence instead of being changed silently.
    <NumberInput
      label="Seating capacity"
      inputMode="numeric"
      min={0}
      clampBehavior="none"
      hideControls
      {...form.getInputProps('seatingCapacity')}
    />
  );
  return (
    <FormDialog
      title={table ? 'Update Table' : 'Add Table'}
      label={table ? 'Save' : 'Add'}
      isPending={add.isPending || adding !== undefined || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit(save)}
      onClose={onClose}
      ask={table ? undefined : another.ask}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      <TextInput label="Floor" description="A dash when there are no floors." {...form.getInputProps('floor')} />
      {table ? (
        capacity
      ) : (
        <SimpleGrid cols={2} spacing="sm">
          {capacity}
          <NumberInput
            label="How many"
            description={seriesText(titles)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="numeric"
            min={1}
            clampBehavior="none"
            hideControls
            {...form.getInputProps('howMany')}
          />
        </SimpleGrid>
      )}
    </FormDialog>
  );
};
