import { Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';

interface FormDialogProps {
  title: string;
  /** Of the button that sends. */
  label: string;
  isPending: boolean;
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A short form in a dialog, to add or to change one thing. */
export const FormDialog = ({ title, label, isPending, onSubmit, onClose, children }: FormDialogProps) => (
  <Dialog
    opened
    onClose={onClose}
    title={title}
    onSubmit={onSubmit}
    footer={
      <>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {label}
        </Button>
      </>
    }
  >
    <Stack gap="md">{children}</Stack>
  </Dialog>
);
