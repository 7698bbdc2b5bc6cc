import { PasswordInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { PasswordAgainField } from './use-password-again.ts';

/** Stands in the form of what is to be confirmed, so that nothing that was typed there is lost. */
export const PasswordAgain = ({ value, onChange, asked }: PasswordAgainField) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [asked]);
  return (
    <PasswordInput
      ref={input}
      data-autofocus
      label="Your password"
      description="To confirm: the one with which you sign in here."
      autoComplete="current-password"
      value={value}
      error={asked.fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
