import { PasswordInput, Text, TextInput } from '@mantine/core';
import type { SecondFactorCalls } from '#contract/second-factor.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

/** Switches the second factor off for whoever has both halves of the sign-in at hand. */
export const RemoveDialog = ({ calls, onClose }: { calls: SecondFactorCalls; onClose: () => void }) => {
  const { form, submit, showErrors } = useContractForm(calls.remove, { password: '', code: '' });
  const remove = useAction(calls.remove, { refreshes: [calls.get], onDone: onClose, onFailed: showErrors });
  return (
    <FormDialog
      title="Switch off the second factor"
      label="Switch off"
      isPending={remove.isPending}
      isChanged={false}
      onSubmit={submit((body) => remove.run({ body }))}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        From then on your password alone signs in, and your recovery codes no longer work.
      </Text>
      <PasswordInput label="Password" autoComplete="current-password" data-autofocus {...form.getInputProps('password')} />
      <TextInput
        label="Code of the app, or a recovery code"
        autoComplete="one-time-code"
        spellCheck={false}
        {...form.getInputProps('code')}
      />
    </FormDialog>
  );
};
