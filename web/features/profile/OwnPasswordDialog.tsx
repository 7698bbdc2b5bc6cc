import { Anchor, PasswordInput, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { PASSWORD_MIN, updateOwnPassword } from '#contract/own-account.ts';
import { listDevices } from '#contract/devices.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useWait } from '#web/parts/use-wait.ts';
import { WaitNotice } from '#web/parts/WaitNotice.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

export const OwnPasswordDialog = ({ username, onClose }: { username: string; onClose: () => void }) => {
  const { form, submit, showErrors } = useContractForm(updateOwnPassword, { current: '', password: '' });
  const { wait, refused } = useWait(showErrors);
  const { run, isPending } = useAction(updateOwnPassword, { refreshes: [listDevices], onDone: onClose, onFailed: refused });

  return (
    <FormDialog
      title="Change Password"
      label="Change"
      isPending={isPending}
      isChanged={false}
      onSubmit={submit((body) => run({ body }))}
      onClose={onClose}
    >
      <Text c="dimmed">You stay signed in here and are signed out on all your other devices.</Text>
      {/* for the browser's keeper of passwords, which asks whose they are */}
      <VisuallyHidden>
        <input type="text" autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden />
      </VisuallyHidden>
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={
          <Anchor component={Link} to="/forgot-password" state={{ username }} inherit>
            Forgot password?
          </Anchor>
        }
        {...form.getInputProps('current')}
      />
      <PasswordInput
        label="New password"
        description={`At least ${PASSWORD_MIN} characters, and hard to guess`}
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      {wait && <WaitNotice key={wait.key} seconds={wait.seconds} />}
    </FormDialog>
  );
};
