import { Button, type ModalProps, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { AnotherButton } from './AnotherButton.tsx';
import { useDiscard } from './use-discard.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

interface FormDialogProps {
  title: string;
  /** Of the button that sends. */
  label: string;
  isPending: boolean;
  /** Whether closing it would throw something away, which is asked first. */
  isChanged: boolean;
  size?: ModalProps['size'];
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** Where one more may follow: is told which button sends (use-another.ts). */
  ask?: ((stays: HTMLFormElement | null) => void) | undefined;
  children: ReactNode;
}

/** A short form in a dialog, to add or to change one thing. */
export const FormDialog = ({ title, label, isPending, isChanged, size, onSubmit, onClose, ask, children }: FormDialogProps) => {
  const { leave, isAsking } = useDiscard(isChanged, onClose, isPending);
  return (
    <Dialog
      opened
      onClose={leave}
      title={title}
      size={size}
      isCovered={isAsking}
      onSubmit={onSubmit}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={leave}>
            Cancel
          </Button>
          {ask && <AnotherButton isPending={isPending} ask={ask} />}
          <Button type="submit" loading={isPending} onClick={() => ask?.(null)}>
            {label}
          </Button>
        </>
      }
    >
      <Stack gap="md">{children}</Stack>
    </Dialog>
  );
};
