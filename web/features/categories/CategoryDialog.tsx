import { TextInput } from '@mantine/core';
import { addCategory, type Category, listCategories, updateCategory } from '#contract/categories.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

interface CategoryDialogProps {
  /** Without one a new one is added. */
  category: Category | undefined;
  onClose: () => void;
}

export const CategoryDialog = ({ category, onClose }: CategoryDialogProps) => {
  const { form, submit, showErrors, basedOn } = useContractForm(category ? updateCategory : addCategory, { title: category?.title ?? '' });
  const options = { refreshes: [listCategories], onDone: onClose, onFailed: showErrors };
  const add = useAction(addCategory, options);
  const update = useAction(updateCategory, options);

  return (
    <FormDialog
      title={category ? 'Update Category' : 'Add Category'}
      label={category ? 'Save' : 'Add'}
      isPending={add.isPending || update.isPending}
      onSubmit={submit((body) =>
        category ? update.run({ params: { id: String(category.id) }, body: { ...body, basedOn: basedOn() } }) : add.run({ body }),
      )}
      onClose={onClose}
    >
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
    </FormDialog>
  );
};
