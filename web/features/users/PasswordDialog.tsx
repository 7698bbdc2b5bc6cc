import { PasswordInput, Text } from '@mantine/core';
import { PASSWORD_MIN } from '#contract/own-account.ts';
import { updateUserPassword, type User } from '#contract/users.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

interface PasswordDialogProps {
  user: User;
  sendsMail: boolean;
  onClose: () => void;
}

export const PasswordDialog = ({ user, sendsMail, onClose }: PasswordDialogProps) => {
  const { form, submit, showErrors } = useContractForm(updateUserPassword, { password: '' });
  const { run, isPending } = useAction(updateUserPassword, { onDone: onClose, onFailed: showErrors });

  return (
    <FormDialog
      title="Reset Password"
      label="Reset"
      isPending={isPending}
      isChanged={false}
      onSubmit={submit((body) => run({ params: { username: user.username }, body }))}
      onClose={onClose}
    >
      <Text c="dimmed">
        {user.name} is signed out on all devices{sendsMail && ' and told by mail'}. Their PIN is removed, too.
        {!sendsMail && ' This server sends no e-mail: tell them the password yourself.'}
      </Text>
      <PasswordInput
        label="New password"
        description={`At least ${PASSWORD_MIN} characters, and hard to guess`}
        autoComplete="new-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
};
