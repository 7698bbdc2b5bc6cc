import { Alert, Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PASSWORD_MIN, resetPassword } from '#contract/auth.ts';
import { INVALID } from '#contract/fields.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { endSession } from '#web/platform/renewal.ts';
import { AuthFrame } from '#web/parts/AuthFrame.tsx';

export const ResetPasswordScreen = () => {
  const token = useSearchParams()[0].get('token')?.trim() ?? '';
  const fault = useRef<HTMLDivElement>(null);
  const { form, submit, showErrors } = useContractForm(resetPassword, { password: '' });
  const reset = useAction(resetPassword, {
    failure: 'Error processing your request, Please try later!',
    // All sessions of the account are over, this browser's too.
    onDoneAnywhere: () => endSession(),
    onFailed: showErrors,
  });
  const save = submit((body) => reset.run({ params: { token }, body }));

  return (
    <AuthFrame title="Set a new password">
      <form
        noValidate
        onSubmit={(event) => {
          if (token) return save(event);
          event.preventDefault();
          fault.current?.focus();
        }}
      >
        <Stack gap="md">
          {!token && (
            <Alert ref={fault} tabIndex={-1} color="red" title={INVALID} icon={<IconAlertTriangle aria-hidden />}>
              This address holds no link to set a password. Open it from the mail once more, or ask for a new one.
            </Alert>
          )}
          <PasswordInput
            label="New password"
            description={`At least ${PASSWORD_MIN} characters`}
            autoComplete="new-password"
            autoFocus={token !== ''}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={reset.isPending} fullWidth mt="xs">
            Set password
          </Button>
        </Stack>
      </form>
      <Text size="sm" ta="center" mt="md" c="dimmed">
        Link too old?{' '}
        <Anchor component={Link} to="/forgot-password" inherit fw={600}>
          Ask for a new one
        </Anchor>
      </Text>
    </AuthFrame>
  );
};
