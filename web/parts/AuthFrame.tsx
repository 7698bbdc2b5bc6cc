import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { VERSION } from '#web/platform/page-facts.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import classes from './AuthFrame.module.css';

/** What every sign-in and registration has in common: sign, tagline, a card. */
export const AuthFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={classes.frame}>
    <title>{`${title} · Comanda`}</title>
    <Stack gap={4} align="center" mb="lg">
      <Wordmark size={40} />
      <Text c="dimmed">Cafe. Restaurant. Hotel. Bar.</Text>
    </Stack>
    <section className={classes.card}>
      <Title order={1} size="h2" mb="md">
        {title}
      </Title>
      {children}
    </section>
    {VERSION && (
      <Text size="xs" c="dimmed" mt="md">
        Version {VERSION}
      </Text>
    )}
  </main>
);
