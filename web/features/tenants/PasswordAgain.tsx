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
      label="Your password"
      description="Please confirm with the password with which you signed in."
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      value={value}
      error={asked.fault}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
