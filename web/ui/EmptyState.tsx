import { Stack, Text } from '@mantine/core';
import { type Icon, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: Icon;
  sentence: string;
  /** The way on: a button or a link. */
  action?: ReactNode;
}

/** Says that there is nothing, and what to do next. */
export const EmptyState = ({ icon: Picture = IconInbox, sentence, action }: EmptyStateProps) => (
  <Stack align="center" gap="sm" py={48} px="md">
    <Picture size={36} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
    <Text c="dimmed" ta="center" maw={560}>
      {sentence}
    </Text>
    {action}
  </Stack>
);
