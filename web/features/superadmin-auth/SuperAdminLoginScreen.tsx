import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { signInSuperAdmin } from '#contract/superadmin-auth.ts';
import { AuthFrame } from '#web/parts/AuthFrame.tsx';
import { useWait } from '#web/parts/use-wait.ts';
import { WaitNotice } from '#web/parts/WaitNotice.tsx';
import { type CallFailed, useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { storeUser } from '#web/platform/session.tsx';

/** Belongs to no restaurant. */
const NO_TENANT = 0;

export const SuperAdminLoginScreen = () => {
  const { form, submit, showErrors } = useContractForm(signInSuperAdmin, { username: '', password: '' });
  const { wait, learn } = useWait();
  const refused = (failure: CallFailed) => {
    showErrors(failure);
    learn(failure);
  };
  // The guard around this screen then leads to the dashboard.
  const enter = useAction(signInSuperAdmin, {
    failure: 'Something went wrong!',
    onDoneAnywhere: ({ user }) => storeUser({ ...user, tenant_id: NO_TENANT }),
    onFailed: refused,
  });

  return (
    <AuthFrame title="Super Administrator">
      <form noValidate onSubmit={submit((body) => enter.run({ body }))}>
        <Stack gap="md">
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps('username')} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...form.getInputProps('password')}
          />
          {wait && <WaitNotice key={wait.key} seconds={wait.seconds} />}
          <Button type="submit" loading={enter.isPending} fullWidth mt="xs">
            Login
          </Button>
        </Stack>
      </form>
      <Text size="sm" ta="center" mt="md" c="dimmed">
        You run a restaurant?{' '}
        <Anchor component={Link} to="/login" inherit fw={600}>
          Sign in here
        </Anchor>
      </Text>
    </AuthFrame>
  );
};
