import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { signIn } from '#contract/auth.ts';
import { PASSWORD_MIN, signUp } from '#contract/own-account.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { isSignUpOpen, monthlyPrice, SUPPORT_ADDRESS, trialDays } from '#web/platform/page-facts.ts';
import { notify } from '#web/platform/toast.ts';
import { storeUser } from '#web/platform/session.tsx';
import { AuthFrame } from '#web/parts/AuthFrame.tsx';
import { proposed } from '#web/parts/region-currency.ts';
import { SelectOfMany } from '#web/parts/SelectOfMany.tsx';
import { currencyChoices, timeThere, timezoneChoices } from '#web/parts/store-choices.ts';

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

/** What it costs, before anything is typed; nothing where the server did not say. */
const Terms = () => {
  const days = trialDays();
  if (days === undefined) return null;
  const price = monthlyPrice();
  const after = price
    ? `${price} a month, ended whenever you like.`
    : 'you subscribe on your profile, month by month; this server charges nobody.';
  return (
    <Text c="dimmed" mb="md">
      {days > 0
        ? `Free for ${days} ${days === 1 ? 'day' : 'days'}, without a card. Then ${after}`
        : after.replace(/^./u, (letter) => letter.toUpperCase())}
    </Text>
  );
};

const OpenScreen = () => {
  const navigate = useNavigate();
  const [suggested] = useState(proposed);
  const [zones] = useState(() => timezoneChoices(suggested.timezone));
  const { form, submit, showErrors } = useContractForm(signUp, { biz_name: '', name: '', username: '', password: '', ...suggested });
  // The guard around this screen then leads the person to the dashboard.
  const enter = useAction(signIn, { quiet: true, onDoneAnywhere: ({ user }) => storeUser(user) });
  const register = useAction(signUp, {
    failure: "We're getting issues while processing the request, try later!",
    quiet: 'done',
    onDone: async ({ message }, { body: { username, password } }) => {
      // it may say what is to be done next, at length
      notify.standing(message);
      if (!(await enter.run({ body: { username, password } }))) await navigate('/login', { state: { username } });
    },
    onFailed: showErrors,
  });

  return (
    <AuthFrame title="Create Account">
      <Terms />
      <form noValidate onSubmit={submit((body) => register.run({ body }))}>
        <Stack gap="md">
          <TextInput label="Business name" autoComplete="organization" autoFocus {...form.getInputProps('biz_name')} />
          <TextInput label="Your name" description="You can leave it out for now." autoComplete="name" {...form.getInputProps('name')} />
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('username')} />
          <PasswordInput
            label="Password"
            description={`At least ${PASSWORD_MIN} characters, and hard to guess`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <SelectOfMany label="Currency" data={currencyChoices} {...form.getInputProps('currency')} />
          <SelectOfMany
            label="Time zone"
            description={`It is ${timeThere(form.getValues().timezone)} there now.`}
            data={zones}
            {...form.getInputProps('timezone')}
          />
          <Button type="submit" loading={register.isPending || enter.isPending} fullWidth mt="xs">
            Create Account
          </Button>
        </Stack>
      </form>
      {toLogin}
    </AuthFrame>
  );
};
