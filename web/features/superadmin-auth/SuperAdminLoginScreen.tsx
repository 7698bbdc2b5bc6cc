import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { signInSuperAdmin } from '#contract/superadmin-auth.ts';
import { AuthFrame } from '#web/parts/AuthFrame.tsx';
import { SignedOutNotice } from '#web/parts/SignedOutNotice.tsx';
import { useWait } from '#web/parts/use-wait.ts';
import { WaitNotice } from '#web/parts/WaitNotice.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { storeUser } from '#web/platform/session.tsx';
import { NO_TENANT } from './no-tenant.ts';
import { SuperAdminCode } from './SuperAdminCode.tsx';

export const SuperAdminLoginScreen = () => {
  const { form, submit, showErrors } = useContractForm(signInSuperAdmin, { username: '', password: '' });
  const [step, setStep] = useState<'password' | 'code' | 'password again'>('password');
  const { wait, refused } = useWait(showErrors);
  // The guard around this screen then leads to the dashboard.
  const enter = useAction(signInSuperAdmin, {
    failure: 'Something went wrong!',
    expects: 'code_needed',
    onDoneAnywhere: ({ user }) => storeUser({ ...user, tenant_id: NO_TENANT }),
    onFailed: (failure) => (failure.code === 'code_needed' ? setStep('code') : refused(failure)),
  });
  const goBack = () => {
    form.setFieldValue('password', '');
    setStep('password again');
  };
  const isNamed = step === 'password again';

  if (step === 'code')
    return (
      <AuthFrame title="Enter your code">
        <SuperAdminCode onBack={goBack} />
      </AuthFrame>
    );
  return (
    <AuthFrame title="Super Administrator">
      <SignedOutNotice />
      <form noValidate onSubmit={submit((body) => enter.run({ body }))}>
        <Stack gap="md">
          <TextInput label="Email" type="email" autoComplete="username" autoFocus={!isNamed} {...form.getInputProps('username')} />
          <PasswordInput label="Password" autoComplete="current-password" autoFocus={isNamed} {...form.getInputProps('password')} />
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
