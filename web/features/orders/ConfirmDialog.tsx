import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  sentence: string;
  /** What is lost by it, and what has changed meanwhile. */
  warnings?: readonly (string | undefined)[];
  label: string;
  isDangerous?: boolean;
  isPending: boolean;
  /** What else is asked. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

export const ConfirmDialog = ({
  title,
  sentence,
  warnings = [],
  label,
  isDangerous,
  isPending,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => (
  <Dialog
    opened
    onClose={() => isPending || onClose()}
    title={title}
    isChosenIn={children !== undefined}
    footer={
      <>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          Go back
        </Button>
        <Button
          color={isDangerous ? 'red' : undefined}
          loading={isPending}
          onClick={onConfirm}
          data-autofocus={isDangerous ? undefined : true}
        >
          {label}
        </Button>
      </>
    }
  >
    <Text>{sentence}</Text>
    <div role="status">
      {warnings.map(
        (warning) =>
          warning && (
            <Text key={warning} mt="sm" fw={600}>
              {warning}
            </Text>
          ),
      )}
    </div>
    {children}
  </Dialog>
);
