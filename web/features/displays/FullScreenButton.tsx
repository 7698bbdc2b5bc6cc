import { ActionIcon } from '@mantine/core';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';

/** Covers the frame of the page, and gives it back. */
export const FullScreenButton = ({ isFull, onToggle }: { isFull: boolean; onToggle: () => void }) => (
  <ActionIcon variant="default" aria-label="Full screen" aria-pressed={isFull} onClick={onToggle}>
    {isFull ? <IconMinimize size={20} /> : <IconMaximize size={20} />}
  </ActionIcon>
);
