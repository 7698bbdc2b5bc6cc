import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDiscard } from '#web/parts/use-discard.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  sentence: string;
  /** What is lost by it, and what has changed meanwhile. */
  warnings?: readonly (string | undefined)[];
  label: string;
  isDangerous?: boolean;
  /** Something was typed, which closing it would throw away. */
  isChanged?: boolean;
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
  isChanged = false,
  isPending,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => {
  const { leave, isAsking } = useDiscard(isChanged, onClose);
  return (
    <Dialog
      opened
      onClose={() => isPending || leave()}
      title={title}
      isCovered={isAsking}
      isChosenIn={children !== undefined}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={leave}>
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
};
