import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';

interface RowActionsProps {
  /** Of the thing, so that a screen reader tells the buttons apart. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** Edit and delete of one thing in a list. */
export const RowActions = ({ name, onEdit, onDelete }: RowActionsProps) => (
  <Group gap={4} wrap="nowrap" justify="flex-end">
    <ActionIcon data-hint="Edit" aria-label={`Edit ${name}`} onClick={onEdit}>
      <IconPencil size={20} stroke={1.75} />
    </ActionIcon>
    <ActionIcon data-hint="Delete" aria-label={`Delete ${name}`} onClick={onDelete}>
      <IconTrash size={20} stroke={1.75} />
    </ActionIcon>
  </Group>
);
