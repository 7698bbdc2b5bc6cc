import { Button, Group } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';

interface NothingFoundProps {
  /** Of the button that shows the whole list again. */
  label: string;
  onClear: () => void;
  /** What else may be meant: to add what is not there. */
  children?: ReactNode;
}

/** A search that found nothing, and the way back to the list. */
export const NothingFound = ({ label, onClear, children }: NothingFoundProps) => (
  <EmptyState
    icon={IconSearchOff}
    sentence="No result found!"
    action={
      <Group gap="xs" justify="center">
        {children}
        <Button variant="default" onClick={onClear}>
          {label}
        </Button>
      </Group>
    }
  />
);
