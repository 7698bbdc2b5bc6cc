import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDisplay, listDisplays, takeDisplay } from '#contract/displays.ts';
import { CodeField } from '#web/parts/CodeField.tsx';
import { useDayText } from '#web/parts/day-text.ts';
import { setupSkeleton } from '#web/parts/SetupTable.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useReloads } from '#web/platform/realtime.tsx';
import { useOwnDisplay } from '#web/platform/till.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Page } from '#web/ui/Page.tsx';

const kinds = { customer: 'Customer display', orders: 'Order status board' } as const;

/** At a till: its screens for guests, each paired once by the code that it shows. */
export const DisplaysScreen = () => {
  const [code, setCode] = useState('');
  const [own, setOwn] = useOwnDisplay();
  const cache = useQueryClient();
  const dayText = useDayText();
  const displays = useReply(listDisplays, {}, { refetchOnMount: 'always' });
  useReloads(['display_update'], () => cache.invalidateQueries({ queryKey: [listDisplays.path] }));
  const pairing = useAction(takeDisplay, {
    refreshes: [listDisplays],
    onDone: ({ displayId, kind }) => {
      if (kind === 'customer') setOwn(displayId);
      setCode('');
    },
  });
  const unpair = useAction(deleteDisplay, {
    refreshes: [listDisplays],
    confirm: () => ({ verb: 'Unpair', thing: 'the display', sentence: 'It shows a code again, for this till or another.' }),
  });
  const pair = (digits: string) => void pairing.run({ body: { code: digits } });
  return (
    <Page title="Displays">
      <Stack maw={640}>
        <Paper
          component="form"
          withBorder
          p="md"
          radius="lg"
          onSubmit={(event) => {
            event.preventDefault();
            pair(code);
          }}
        >
          <Stack>
            <Text>
              Open the customer display or the order status board on the screen for guests. It shows six digits: enter them here, and it
              belongs to this till.
            </Text>
            <Group align="flex-end">
              <CodeField label="Code of the display" autoComplete="off" value={code} onChange={setCode} onFull={pair} />
              <Button type="submit" loading={pairing.isPending} disabled={code.length < 6}>
                Pair
              </Button>
            </Group>
          </Stack>
        </Paper>
        <Loaded
          from={displays}
          failure="Error loading the displays! Please try later!"
          skeleton={setupSkeleton}
          empty={<EmptyState icon={IconDeviceDesktop} sentence="No display is paired yet." />}
        >
          {(paired) => (
            <Stack component="ul" gap="sm">
              {paired.map(({ displayId, kind, pairedBy, pairedAt }) => (
                <Paper key={displayId} component="li" withBorder p="sm" radius="md">
                  <Group justify="space-between">
                    <div>
                      <Group gap="xs">
                        <Text fw={600}>{kinds[kind]}</Text>
                        {displayId === own && <Badge color="green">Of this till</Badge>}
                      </Group>
                      <Text size="sm" c="dimmed">
                        Paired {dayText(pairedAt)}
                        {pairedBy && ` by ${pairedBy}`}
                      </Text>
                    </div>
                    <Button
                      variant="default"
                      aria-label={`Unpair: ${kinds[kind]}`}
                      onClick={() =>
                        void unpair.run({ params: { id: String(displayId) } }).then((done) => done && displayId === own && setOwn(0))
                      }
                    >
                      Unpair
                    </Button>
                  </Group>
                </Paper>
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
};
