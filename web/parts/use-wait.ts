import { useState } from 'react';
import type { CallFailed } from '#web/platform/api.ts';

interface Wait {
  seconds: number;
  /** of this refusal */
  key: number;
}

/** Remembers how long the server said to wait (429). `refused` goes to useAction's `onFailed`; the form shows the errors, too. */
export const useWait = (showErrors: (failure: CallFailed) => void): { wait: Wait | undefined; refused: (failure: CallFailed) => void } => {
  const [wait, setWait] = useState<Wait>();
  const refused = (failure: CallFailed) => {
    const { status, retryAfter } = failure;
    showErrors(failure);
    setWait((before) => (status === 429 && retryAfter !== undefined ? { seconds: retryAfter, key: (before?.key ?? 0) + 1 } : undefined));
  };
  return { wait, refused };
};
