import { Center, Group, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface OutcomeProps {
  icon: Icon;
  title: string;
  children: ReactNode;
  /** The ways on, the likeliest first. */
  actions: ReactNode;
}

/** What came of a checkout: a whole page with one message. */
export const Outcome = ({ icon: Picture, title, children, actions }: OutcomeProps) => (
  <Center component="main" mih="100dvh" p="md">
    <title>{`${title} · Comanda`}</title>
    <Stack align="center" gap="md" maw={440} ta="center">
      <Picture size={40} stroke={1.5} color="var(--accent-text)" aria-hidden />
      <Title order={1}>{title}</Title>
      <Text c="dimmed" role="status">
        {children}
      </Text>
      <Group justify="center" gap="xs">
        {actions}
      </Group>
    </Stack>
  </Center>
);
