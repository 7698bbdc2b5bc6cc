import { Center, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A page, or a screen in the frame, with one message and one way on. */
export const Notice = ({
  icon: Picture,
  title,
  children,
  action,
  isFramed = false,
}: {
  icon: Icon;
  title: string;
  children: ReactNode;
  action: ReactNode;
  /** It stands in the frame of the screens, which has the page's `main`. */
  isFramed?: boolean;
}) => (
  <Center component={isFramed ? 'div' : 'main'} mih={isFramed ? '60dvh' : '100dvh'} p="md">
    <title>{`${title} · Comanda`}</title>
    <Stack align="center" gap="md" maw={440} ta="center">
      <Picture size={40} stroke={1.5} color="var(--accent-text)" aria-hidden />
      <Title order={1}>{title}</Title>
      <Text c="dimmed">{children}</Text>
      {action}
    </Stack>
  </Center>
);
