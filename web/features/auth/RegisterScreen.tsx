import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { PASSWORD_MIN, signUp } from '#contract/auth.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { SUPPORT_ADDRESS, isSignUpOpen } from '#web/platform/page-facts.ts';
import { AuthFrame } from '#web/parts/AuthFrame.tsx';

const toLogin = (
  <Text size="sm" ta="center" mt="md" c="dimmed">
    Already have an account?{' '}
    <Anchor component={Link} to="/login" inherit fw={600}>
      Login
    </Anchor>
  </Text>
);

const ClosedScreen = () => (
  <AuthFrame title="Create Account">
    <Stack gap="md">
      <Text fw={600}>Registration is closed!</Text>
      <Text c="dimmed">
        Whoever works here gets an account from the restaurant’s owner. Questions go to{' '}
        <Anchor href={`mailto:${SUPPORT_ADDRESS}`} underline="always" inherit>
          {SUPPORT_ADDRESS}
        </Anchor>
        .
      </Text>
    </Stack>
    {toLogin}
  </AuthFrame>
);

export const RegisterScreen = () => (isSignUpOpen() ? <OpenScreen /> : <ClosedScreen />);

const OpenScreen = () => {
  const navigate = useNavigate();
  const { form, submit, showErrors } = useContractForm(signUp, { biz_name: '', username: '', password: '' });
  const register = useAction(signUp, {
    failure: "We're getting issues while processing the request, try later!",
    onDone: (_, { body }) => void navigate('/login', { state: { username: body.username } }),
    onFailed: showErrors,
  });
  // The day of a restaurant begins and ends where it stands; the owner can change it later.
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();

  return (
    <AuthFrame title="Create Account">
      <form noValidate onSubmit={submit((values) => register.run({ body: { ...values, timezone } }))}>
        <Stack gap="md">
          <TextInput label="Business name" autoComplete="organization" autoFocus {...form.getInputProps('biz_name')} />
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('username')} />
          <PasswordInput
            label="Password"
            description={`At least ${PASSWORD_MIN} characters, and hard to guess`}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={register.isPending} fullWidth mt="xs">
            Create Account
          </Button>
        </Stack>
      </form>
      {toLogin}
    </AuthFrame>
  );
};
