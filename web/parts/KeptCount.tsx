import { Button, Group, Text } from '@mantine/core';

/** Says that what was typed before the till was locked is still there. */
export const KeptCount = ({ onForget }: { onForget: () => void }) => (
  <Group gap="xs" mb="md" role="status">
    <Text size="sm" flex={1}>
      What you typed before is still here.
    </Text>
    <Button variant="default" onClick={onForget}>
      Start over
    </Button>
  </Group>
);
