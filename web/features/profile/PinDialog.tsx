import { Button, PasswordInput, Text } from '@mantine/core';
import { listColleagues, setPin } from '#contract/approvals.ts';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useWait } from '#web/parts/use-wait.ts';
import { WaitNotice } from '#web/parts/WaitNotice.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';

interface PinDialogProps {
  /** There is one already. */
  hasPin: boolean;
  onClose: () => void;
}

/** Sets, changes or removes the own PIN; the password says that it is oneself. */
export const PinDialog = ({ hasPin, onClose }: PinDialogProps) => {
  const { form, submit, showErrors } = useContractForm(setPin, { password: '', pin: '' as string | null });
  const { wait, refused } = useWait(showErrors);
  const { run, isPending } = useAction(setPin, { refreshes: [listColleagues], onDone: onClose, onFailed: refused });
  return (
    <FormDialog
      title={hasPin ? 'Change PIN' : 'Set PIN'}
      label="Save"
      isPending={isPending}
      isChanged={false}
      onSubmit={submit((body) => run({ body }))}
      onClose={onClose}
    >
      <Text c="dimmed">With it you take over a till, and allow colleagues what they may not do alone. Tell it nobody.</Text>
      <PasswordInput label="Password" autoComplete="current-password" data-autofocus {...form.getInputProps('password')} />
      <PasswordInput
        label="New PIN"
        description="4 to 6 digits"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        visibilityToggleButtonProps={{ 'aria-label': 'Show PIN' }}
        {...form.getInputProps('pin')}
        value={form.values.pin ?? ''}
      />
      {wait && <WaitNotice key={wait.key} seconds={wait.seconds} />}
      {hasPin && (
        <Button
          variant="subtle"
          color="red"
          loading={isPending}
          onClick={() => void run({ body: { password: form.values.password, pin: null } })}
        >
          Remove the PIN
        </Button>
      )}
    </FormDialog>
  );
};
