import { Input, type InputWrapperProps, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useId } from 'react';
import { PASSWORD_MIN } from '#contract/own-account.ts';
import classes from './UserDialog.module.css';

/** How somebody new comes in. */
const ways = [
  { value: 'invite', label: 'Invite by e-mail' },
  { value: 'password', label: 'Set a password' },
] as const;
export type Way = (typeof ways)[number]['value'];

/** Descriptions stand below, so that fields side by side stay in line. */
const order: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

interface SignInFieldsProps {
  form: { getInputProps: (field: 'username' | 'way' | 'password') => GetInputPropsReturnType };
  isNew: boolean;
  isInvited: boolean;
  /** Whether the server reaches anybody by mail; else only a password can be handed over. */
  sendsMail: boolean;
}

/** What a user signs in with, and how somebody new does so for the first time. */
export const SignInFields = ({ form, isNew, isInvited, sendsMail }: SignInFieldsProps) => {
  const wayId = useId();
  return (
    <>
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        inputWrapperOrder={order}
        description={isNew ? 'To sign in with' : 'Signs in with it; it stays as it is'}
        readOnly={!isNew}
        variant={isNew ? 'default' : 'filled'}
        {...form.getInputProps('username')}
      />
      {isNew && sendsMail && (
        <Input.Wrapper
          label="First sign-in"
          labelElement="div"
          labelProps={{ id: wayId }}
          inputWrapperOrder={order}
          description={isInvited ? 'They choose a password with a link in an e-mail' : 'Tell them in person if they do not read e-mail'}
        >
          <SegmentedControl
            fullWidth
            classNames={{ label: classes.way }}
            aria-labelledby={wayId}
            data={[...ways]}
            {...form.getInputProps('way')}
          />
        </Input.Wrapper>
      )}
      {isNew && !isInvited && (
        <PasswordInput
          label="Password"
          inputWrapperOrder={order}
          description={`At least ${PASSWORD_MIN} characters, and hard to guess${sendsMail ? '' : '. This server sends no e-mail: tell it to them yourself. They can change it in their profile.'}`}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      )}
    </>
  );
};
