import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { code as codeSchema } from '#contract/second-factor.ts';
import type { CallFailed } from '#web/platform/api.ts';
import { CodeField } from './CodeField.tsx';

interface CodeStepProps {
  onCode: (code: string) => unknown;
  isPending: boolean;
  /** The last code was refused; another object for each refusal. */
  refusal: CallFailed | undefined;
  onBack: () => void;
}

/** The second half of a sign-in: a code of the app, which is sent as soon as it is whole, or a recovery code. */
export const CodeStep = ({ onCode, isPending, refusal, onBack }: CodeStepProps) => {
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  /** The refusal of a code that was changed since. */
  const [past, setPast] = useState<CallFailed>();
  const error = missing ?? (refusal === past ? undefined : refusal?.message);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!refusal) return;
    field.current?.focus();
    // the next code takes the place of this one
    field.current?.select();
  }, [refusal]);
  useEffect(() => field.current?.focus(), [isRecovery]);

  const send = (typed: string) => {
    const result = codeSchema.safeParse(typed);
    setMissing(result.error?.issues[0]?.message);
    if (result.success && !isPending) onCode(result.data);
    else field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(code);
  };
  const change = (typed: string) => {
    setCode(typed);
    setMissing(undefined);
    setPast(refusal);
  };
  const turn = () => {
    setIsRecovery(!isRecovery);
    change('');
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {isRecovery
            ? 'Enter one of the recovery codes that you kept. Each works once.'
            : 'Open your authenticator app and enter the 6 digits that it shows for Comanda.'}
        </Text>
        {isRecovery ? (
          <TextInput
            key="recovery"
            ref={field}
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX"
            value={code}
            error={error}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        ) : (
          <CodeField key="app" ref={field} label="Code" value={code} error={error} onChange={change} onFull={send} />
        )}
        <Button type="submit" loading={isPending} fullWidth mt="xs">
          Continue
        </Button>
        <Stack gap="xs" align="center">
          <Anchor component="button" type="button" size="sm" onClick={turn}>
            {isRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back
          </Anchor>
        </Stack>
      </Stack>
    </form>
  );
};
