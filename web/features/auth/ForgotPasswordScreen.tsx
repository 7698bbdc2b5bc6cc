import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { forgotPassword } from '#contract/own-account.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { SENDS_MAIL, SUPPORT_ADDRESS } from '#web/platform/page-facts.ts';
import { AuthFrame } from '#web/parts/AuthFrame.tsx';

const WhomToAsk = () => (
  <Alert color="gray" variant="light" icon={<IconInfoCircle aria-hidden />} title="This server sends no e-mail">
    The owner of your restaurant can set a new password for you. Owners ask whoever runs this server, or write to {SUPPORT_ADDRESS}.
  </Alert>
);

/** `sendsMail`: whether the server reaches anybody by mail. */
export const ForgotPasswordScreen = ({ sendsMail = SENDS_MAIL }: { sendsMail?: boolean }) => {
  const typed = (useLocation().state as { username?: string } | null)?.username ?? '';
  const [sent, setSent] = useState<string>();
  const { form, submit, showErrors } = useContractForm(forgotPassword, { username: typed });
  const ask = useAction(forgotPassword, {
    failure: 'Error processing your request, Please try later!',
    onDone: ({ message }) => setSent(message),
    onFailed: showErrors,
  });

  return (
    <AuthFrame title="Forgot password">
      {sent === undefined ? (
        <form noValidate onSubmit={submit((body) => ask.run({ body }))}>
          <Stack gap="md">
            {sendsMail ? <Text c="dimmed">We'll e-mail you a link to set a new password.</Text> : <WhomToAsk />}
            <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps('username')} />
            <Button type="submit" loading={ask.isPending} fullWidth mt="xs">
              Send link
            </Button>
          </Stack>
        </form>
      ) : (
        <Stack gap="md">
          {/* The form that had the focus is gone; the sentence takes it, and is read. */}
          <Text tabIndex={-1} ref={(node) => node?.focus()} style={{ outline: 'none' }}>
            {sent}
          </Text>
          {sendsMail ? <Text c="dimmed">The link works once, for 20 minutes. No e-mail? Check your spam folder.</Text> : <WhomToAsk />}
          <Button variant="default" fullWidth onClick={() => setSent(undefined)}>
            Ask again
          </Button>
        </Stack>
      )}
      <Text size="sm" ta="center" mt="md" c="dimmed">
        Remembered it?{' '}
        <Anchor component={Link} to="/login" state={{ username: form.getValues().username }} inherit fw={600}>
          Login
        </Anchor>
      </Text>
    </AuthFrame>
  );
};
