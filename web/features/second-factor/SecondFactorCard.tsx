import { Alert, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconLockOpen } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { SecondFactorCalls, SecondFactorState } from '#contract/second-factor.ts';
import { useDayText } from '#web/parts/day-text.ts';
import { useReply } from '#web/platform/api.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './SecondFactorCard.module.css';

// Few people open them, and once: the page does not carry the drawing of QR codes.
const SetUpDialog = lazy(async () => ({ default: (await import('./SetUpDialog.tsx')).SetUpDialog }));
const RemoveDialog = lazy(async () => ({ default: (await import('./RemoveDialog.tsx')).RemoveDialog }));

/** With fewer left it is time for new ones. */
const FEW = 3;

const StateOf = ({ isOn, since, recoveryCodesLeft }: SecondFactorState) => {
  const dayText = useDayText();
  return isOn && since ? (
    <>
      <Text c="dimmed" size="sm">
        Signing in takes your password and a code of your authenticator app, since {dayText(since)}.
      </Text>
      <Text size="sm" className="tabular">
        Recovery codes left: {recoveryCodesLeft}
      </Text>
      {recoveryCodesLeft < FEW && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} py="xs">
          To get new recovery codes, switch the second factor off and on again.
        </Alert>
      )}
    </>
  ) : (
    <Text c="dimmed" size="sm">
      Signing in then takes your password and a code from an app on your phone: a stolen password alone opens nothing.
    </Text>
  );
};

/** Whether the second factor of whoever is signed in is on, and the way to the other state. */
export const SecondFactorCard = ({ calls }: { calls: SecondFactorCalls }) => {
  const state = useReply(calls.get, {});
  const [open, setOpen] = useState<'set up' | 'remove'>();
  const close = () => setOpen(undefined);

  return (
    <section aria-labelledby="second-factor" className={classes.section}>
      <h2 id="second-factor" className={classes.heading}>
        Second factor
      </h2>
      <Loaded from={state} failure="Error loading the second factor, Please try later!" skeleton={<Skeleton h={160} radius="lg" />}>
        {(factor) => (
          <Card>
            <Stack gap="md" align="flex-start">
              {factor.isRequired && !factor.isOn && (
                <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} w="100%">
                  This server asks every super administrator for a second factor. Switch yours on to go on.
                </Alert>
              )}
              <StatusBadge
                status={factor.isOn ? 'completed' : 'delivered'}
                label={factor.isOn ? 'On' : 'Off'}
                icon={factor.isOn ? IconLock : IconLockOpen}
              />
              <StateOf {...factor} />
              <Group>
                {factor.isOn ? (
                  <Button variant="default" onClick={() => setOpen('remove')}>
                    Switch off
                  </Button>
                ) : (
                  <Button onClick={() => setOpen('set up')}>Switch on</Button>
                )}
              </Group>
            </Stack>
          </Card>
        )}
      </Loaded>
      <Suspense>
        {open === 'set up' && <SetUpDialog calls={calls} onClose={close} />}
        {open === 'remove' && <RemoveDialog calls={calls} onClose={close} />}
      </Suspense>
    </section>
  );
};
