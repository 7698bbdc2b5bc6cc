import { useState } from 'react';
import type { CallFailed } from '#web/platform/api.ts';

export interface PasswordAgainField {
  value: string;
  onChange: (value: string) => void;
  /** Another object each time the server asks, so that the field takes the focus again. */
  asked: { fault: string | undefined };
}

interface PasswordAgainState {
  /** Undefined until the server asks for the password. */
  field: PasswordAgainField | undefined;
  /** Of the call: the password, once it was asked for. */
  options: { confirmPassword?: string };
  /** True when the failure was the question for the password, which is shown now. */
  handles: (failure: CallFailed) => boolean;
  /** What was confirmed or left is over: the next time it is asked for again. */
  forget: () => void;
}

/** The password of whoever is signed in, once more: only the server knows for what it is needed (wire.md §3). */
export const usePasswordAgain = (): PasswordAgainState => {
  const [asked, setAsked] = useState<PasswordAgainField['asked']>();
  const [value, onChange] = useState('');
  return {
    field: asked && { value, onChange, asked },
    options: asked && value ? { confirmPassword: value } : {},
    handles: (failure) => {
      if (!failure.asksForPassword) return false;
      setAsked((before) => ({ fault: failure.errors[0]?.message ?? (before && 'Please provide password!') }));
      return true;
    },
    forget: () => {
      setAsked(undefined);
      onChange('');
    },
  };
};
