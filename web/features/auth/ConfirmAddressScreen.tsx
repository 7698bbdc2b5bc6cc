import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { confirmAddress } from '#contract/own-account.ts';
import { INVALID } from '#contract/fields.ts';
import { AuthFrame } from '#web/parts/AuthFrame.tsx';
import { useAction } from '#web/platform/api.ts';

/** Takes the focus of the button that is gone, and is read. */
const focus = (node: HTMLElement | null) => node?.focus();

/** Behind the link of an e-mail. It is confirmed by a button: programs that look through the mail open links too. */
export const ConfirmAddressScreen = () => {
  const token = useSearchParams()[0].get('token')?.trim() ?? '';
  const [outcome, setOutcome] = useState<{ isConfirmed: boolean; sentence: string }>();
  const { run, isPending } = useAction(confirmAddress, {
    quiet: true,
    failure: 'Error processing your request, Please try later!',
    onDone: ({ message }) => setOutcome({ isConfirmed: true, sentence: message }),
    // what may succeed later keeps the button
    onFailed: ({ isPassing, message }) => !isPassing && setOutcome({ isConfirmed: false, sentence: message }),
  });

  return (
    <AuthFrame title="Confirm your address">
      <Stack gap="md">
        {!token ? (
          <Alert color="red" title={INVALID} icon={<IconAlertTriangle aria-hidden />}>
            This address has no confirmation link. Open the link in the e-mail again.
          </Alert>
        ) : !outcome ? (
          <>
            <Text c="dimmed">
              Say that the address we wrote to is yours. From then on it belongs to your account, and nobody else can use it.
            </Text>
            <Button fullWidth mt="xs" autoFocus loading={isPending} onClick={() => void run({ params: { token } })}>
              Confirm address
            </Button>
          </>
        ) : outcome.isConfirmed ? (
          <Alert
            ref={focus}
            tabIndex={-1}
            style={{ outline: 'none' }}
            color="green"
            title={outcome.sentence}
            icon={<IconCircleCheck aria-hidden />}
          >
            E-mails about your account come to it, and a link for a new password when you need one.
          </Alert>
        ) : (
          <Alert
            ref={focus}
            tabIndex={-1}
            style={{ outline: 'none' }}
            color="red"
            title={outcome.sentence}
            icon={<IconAlertTriangle aria-hidden />}
          >
            Sign in and ask for another link on your profile.
          </Alert>
        )}
        {(outcome || !token) && (
          <Button component={Link} to="/" variant="default" fullWidth>
            Go to Comanda
          </Button>
        )}
      </Stack>
    </AuthFrame>
  );
};
