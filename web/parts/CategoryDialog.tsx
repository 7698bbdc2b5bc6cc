import { TextInput } from '@mantine/core';
import { addCategory, type Category, listCategories, updateCategory } from '#contract/categories.ts';
import { listStations } from '#contract/stations.ts';
import { readChoices } from './choice-reading.ts';
import { FormDialog } from './FormDialog.tsx';
import { StationSelect } from './StationSelect.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { useAnother } from './use-another.ts';

interface CategoryDialogProps {
  /** Without one a new one is added. */
  category: Category | undefined;
  onClose: () => void;
  /** Where it is added beside something else, which then takes it: no other one follows. */
  onAdded?: (id: number) => void;
}

interface CategoryValues extends Record<string, unknown> {
  title: string;
  stationId: string | null;
}

export const CategoryDialog = ({ category, onClose, onAdded }: CategoryDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addCategory | typeof updateCategory, CategoryValues>(
    category ? updateCategory : addCategory,
    { title: category?.title ?? '', stationId: category?.stationId == null ? null : String(category.stationId) },
    (values) => values,
    readChoices({ stationId: { rows: useReply(listStations, {}).data, none: 'Fallback station', empty: null } }),
  );
  const another = useAnother(form, onClose);
  const options = { refreshes: [listCategories], onFailed: showErrors };
  const add = useAction(addCategory, {
    ...options,
    onDone: ({ id }) => {
      onAdded?.(id);
      another.onDone();
    },
  });
  const update = useAction(updateCategory, { ...options, onDone: onClose });

  return (
    <FormDialog
      title={category ? 'Update Category' : 'Add Category'}
      label={category ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      isChanged={form.isDirty()}
      onSubmit={submit((body) =>
        category ? update.run({ params: { id: String(category.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body }),
      )}
      onClose={onClose}
      ask={category || onAdded ? undefined : another.ask}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      <StationSelect none="Fallback station" {...form.getInputProps('stationId')} />
    </FormDialog>
  );
};
