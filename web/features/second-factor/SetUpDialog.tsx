import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { SecondFactorCalls } from '#contract/second-factor.ts';
import { CodeField } from '#web/parts/CodeField.tsx';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { QrPicture } from '#web/parts/QrPicture.tsx';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { CopyButton } from './CopyButton.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './SetUpDialog.module.css';

const TITLE = 'Switch on a second factor';
type Begun = Reply<SecondFactorCalls['add']>;

interface StepProps {
  calls: SecondFactorCalls;
  onClose: () => void;
}

const PasswordStep = ({ calls, onClose, onBegun }: StepProps & { onBegun: (begun: Begun) => void }) => {
  const { form, submit, showErrors } = useContractForm(calls.add, { password: '' });
  const add = useAction(calls.add, { quiet: true, onDone: onBegun, onFailed: showErrors });
  return (
    <FormDialog
      title={TITLE}
      label="Continue"
      isPending={add.isPending}
      isChanged={false}
      onSubmit={submit((body) => add.run({ body }))}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        You need an authenticator app on your phone, such as Aegis, Google Authenticator or the one of your password manager.
      </Text>
      <PasswordInput label="Your password" autoComplete="current-password" data-autofocus {...form.getInputProps('password')} />
    </FormDialog>
  );
};

const AppStep = ({ calls, onClose, begun, onOn }: StepProps & { begun: Begun; onOn: (recoveryCodes: string[]) => void }) => {
  const { form, submit, showErrors } = useContractForm(calls.complete, { code: '' });
  const complete = useAction(calls.complete, {
    refreshes: [calls.get],
    onDone: ({ recoveryCodes }) => onOn(recoveryCodes),
    onFailed: showErrors,
  });
  return (
    <FormDialog
      title={TITLE}
      label="Switch on"
      isPending={complete.isPending}
      isChanged={false}
      onSubmit={submit((body) => complete.run({ body }))}
      onClose={onClose}
    >
      <Text size="sm">Scan this with your authenticator app, then enter the 6 digits that it shows.</Text>
      <div className={classes.app}>
        <QrPicture address={begun.uri} label="QR code for your authenticator app" className={classes.qr} />
        <Stack gap={4} align="flex-start">
          <Text size="sm" c="dimmed">
            No camera? Type this key into the app:
          </Text>
          <CopyButton text={begun.secret} label="Copy key" copied="Key copied.">
            <code className={classes.secret}>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          </CopyButton>
        </Stack>
      </div>
      <CodeField label="Code" data-autofocus {...form.getInputProps('code')} />
    </FormDialog>
  );
};

/** Password, app, recovery codes: the three steps to a second factor. */
export const SetUpDialog = ({ calls, onClose }: StepProps) => {
  const [begun, setBegun] = useState<Begun>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  if (recoveryCodes)
    return (
      <Dialog
        opened
        onClose={onClose}
        title="Your recovery codes"
        mustAnswer
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
        footer={<Button type="submit">I have kept them</Button>}
      >
        <RecoveryCodes codes={recoveryCodes} />
      </Dialog>
    );
  if (begun) return <AppStep key="app" calls={calls} begun={begun} onOn={setRecoveryCodes} onClose={onClose} />;
  return <PasswordStep key="password" calls={calls} onBegun={setBegun} onClose={onClose} />;
};
