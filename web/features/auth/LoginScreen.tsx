import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { signIn } from '#contract/auth.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { storeUser } from '#web/platform/session.tsx';
import { isSignUpOpen } from '#web/platform/page-facts.ts';
import { AuthFrame } from '#web/parts/AuthFrame.tsx';
import { useWait } from '#web/parts/use-wait.ts';
import { lazyPart } from '#web/ui/lazily.ts';

// what most people never see on the way in
const SignInCode = lazy(async () => ({ default: (await import('./SignInCode.tsx')).SignInCode }));
const SignedOutNotice = lazyPart(async () => (await import('#web/parts/SignedOutNotice.tsx')).SignedOutNotice);
const WaitNotice = lazyPart(async () => (await import('#web/parts/WaitNotice.tsx')).WaitNotice);

export const LoginScreen = () => {
  // From the registration, or back from asking for a new password.
  const known = (useLocation().state as { username?: string } | null)?.username ?? '';
  const { form, submit, showErrors } = useContractForm(signIn, { username: known, password: '' });
  const { wait, refused } = useWait(showErrors);
  // The guard around this screen then leads the person to where they belong.
  const [step, setStep] = useState<'password' | 'code' | 'password again'>('password');
  const enter = useAction(signIn, {
    expects: 'code_needed',
    onDoneAnywhere: ({ user }) => storeUser(user),
    onFailed: (failure) => (failure.code === 'code_needed' ? setStep('code') : refused(failure)),
  });
  const goBack = () => {
    form.setFieldValue('password', '');
    setStep('password again');
  };
  const isNamed = !!known || step === 'password again';

  if (step === 'code')
    return (
      <AuthFrame title="Enter your code">
        <Suspense>
          <SignInCode onBack={goBack} />
        </Suspense>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Login">
      <Suspense>
        <SignedOutNotice />
      </Suspense>
      <form noValidate onSubmit={submit((body) => enter.run({ body }))}>
        <Stack gap="md">
          <TextInput label="Email" type="email" autoComplete="username" autoFocus={!isNamed} {...form.getInputProps('username')} />
          <PasswordInput label="Password" autoComplete="current-password" autoFocus={isNamed} {...form.getInputProps('password')} />
          <Suspense>{wait && <WaitNotice key={wait.key} seconds={wait.seconds} />}</Suspense>
          <Button type="submit" loading={enter.isPending} fullWidth mt="xs">
            Login
          </Button>
        </Stack>
      </form>
      <Text size="sm" ta="center" mt="md">
        <Anchor component={Link} to="/forgot-password" state={{ username: form.getValues().username }} inherit>
          Forgot password?
        </Anchor>
      </Text>
      {isSignUpOpen() && (
        <Text size="sm" ta="center" mt="xs" c="dimmed">
          New here?{' '}
          <Anchor component={Link} to="/register" inherit fw={600}>
            Create Account
          </Anchor>
        </Text>
      )}
    </AuthFrame>
  );
};
