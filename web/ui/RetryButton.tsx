import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

export const RetryButton = ({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) => (
  <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} loading={isTrying} onClick={onRetry}>
    Retry
  </Button>
);
