import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getPasswordLink, PASSWORD_MIN, resetPassword } from '#contract/own-account.ts';
import { INVALID } from '#contract/fields.ts';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { endSession } from '#web/platform/renewal.ts';
import { AuthFrame } from '#web/parts/AuthFrame.tsx';

/** Instead of the form: whoever stands before it would choose a password for nothing. */
const DeadLink = ({ sentence, children }: { sentence: string | undefined; children: ReactNode }) => (
  <Stack gap="md">
    <Alert color="red" title={sentence} icon={<IconAlertTriangle aria-hidden />}>
      {children}
    </Alert>
    <Button component={Link} to="/forgot-password" fullWidth>
      Ask for a new link
    </Button>
  </Stack>
);

export const ResetPasswordScreen = () => {
  const token = useSearchParams()[0].get('token')?.trim() ?? '';
  const link = useReply(getPasswordLink, { params: { token } }, { enabled: token !== '', retry: false, refetchOnWindowFocus: false });
  const isInvitation = link.data?.purpose === 'invitation';
  // what is away says nothing about the link
  const isDead = link.error?.code === 'invalid_input';
  const { form, submit, showErrors } = useContractForm(resetPassword, { password: '' });
  const reset = useAction(resetPassword, {
    failure: 'Error processing your request, Please try later!',
    // All sessions of the account are over, this browser's too.
    onDoneAnywhere: ({ username }) => endSession('member', username ? { known: { username } } : {}),
    onFailed: showErrors,
  });
  const save = submit((body) => reset.run({ params: { token }, body }));

  const title = isInvitation ? 'You are invited' : 'Set a new password';

  if (!token || isDead)
    return (
      <AuthFrame title={title}>
        {token ? (
          <DeadLink sentence={link.error?.message}>
            An invitation is sent again by whoever invited you. If you have set your password already,{' '}
            <Anchor component={Link} to="/login" inherit fw={600} c="inherit" underline="always">
              log in
            </Anchor>
            .
          </DeadLink>
        ) : (
          <DeadLink sentence={INVALID}>
            This address has no link to set a password. Open the link in the e-mail again, or ask for a new one.
          </DeadLink>
        )}
      </AuthFrame>
    );
  if (link.isLoading)
    return (
      <AuthFrame title={title}>
        <Skeleton height={220} />
      </AuthFrame>
    );
  return (
    <AuthFrame title={title}>
      <form noValidate onSubmit={save}>
        <Stack gap="md">
          {isInvitation && (
            <Text c="dimmed">
              {link.data?.restaurant ? (
                <>
                  <Text span c="bright" fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {link.data.restaurant}
                  </Text>{' '}
                  has added you to its staff.
                </>
              ) : (
                'A restaurant has added you to its staff.'
              )}{' '}
              Choose a password of your own; nobody else knows it.
            </Text>
          )}
          <PasswordInput
            label={isInvitation ? 'Password' : 'New password'}
            description={`At least ${PASSWORD_MIN} characters, and hard to guess`}
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps('password')}
          />
          {!isInvitation && (
            <Text size="sm" c="dimmed">
              Your PIN is removed, too. Set a new one on your profile.
            </Text>
          )}
          <Button type="submit" loading={reset.isPending} fullWidth mt="xs">
            Set password
          </Button>
        </Stack>
      </form>
      {!isInvitation && (
        <Text size="sm" ta="center" mt="md" c="dimmed">
          Link too old?{' '}
          <Anchor component={Link} to="/forgot-password" inherit fw={600}>
            Ask for a new one
          </Anchor>
        </Text>
      )}
    </AuthFrame>
  );
};
