import { Group, Text } from '@mantine/core';
import { IconWifi, IconWifiOff } from '@tabler/icons-react';
import { useConnection } from '#web/platform/realtime.tsx';

const words = {
  online: ['Live', 'New orders arrive by themselves.'],
  inactive: ['Waiting', 'Live updates begin with the subscription.'],
  connecting: ['Connecting', 'Live updates are being connected.'],
  offline: ['Offline', 'No connection. What you see may be out of date; it catches up by itself.'],
} as const;

/** Whether this terminal receives what the others do. Only trouble takes up room. */
export const ConnectionMark = () => {
  const connection = useConnection();
  const [word, meaning] = words[connection];
  const isOffline = connection === 'offline';
  return (
    <Group gap={6} wrap="nowrap" role="status" data-hint={meaning} c={isOffline ? 'var(--status-cancelled-text)' : 'dimmed'}>
      {isOffline ? <IconWifiOff size={20} stroke={1.75} aria-hidden /> : <IconWifi size={20} stroke={1.75} aria-hidden />}
      <Text component="span" size="sm" fw={600} className={isOffline ? undefined : 'sr-only'}>
        {word}
      </Text>
    </Group>
  );
};
