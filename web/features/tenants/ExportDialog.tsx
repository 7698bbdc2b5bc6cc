import { Text } from '@mantine/core';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { PasswordAgain } from './PasswordAgain.tsx';
import type { PasswordAgainField } from './use-password-again.ts';

interface ExportDialogProps {
  field: PasswordAgainField;
  isPending: boolean;
  onExport: () => void;
  onClose: () => void;
}

/** Asks for the password before names and addresses of all owners leave the house. */
export const ExportDialog = ({ field, isPending, onExport, onClose }: ExportDialogProps) => (
  <FormDialog
    title="Export"
    label="Export"
    isPending={isPending}
    isChanged={false}
    onClose={onClose}
    onSubmit={(event) => {
      event?.preventDefault();
      onExport();
    }}
  >
    <Text>The file holds the names and addresses of all owners.</Text>
    <PasswordAgain {...field} />
  </FormDialog>
);
