import { useCallback, useState } from 'react';
import type { CallFailed } from '#web/platform/api.ts';

interface Wait {
  seconds: number;
  /** of this refusal */
  key: number;
}

/** Remembers how long the server said to wait (429). `learn` goes to useAction's `onFailed`. */
export const useWait = (): { wait: Wait | undefined; learn: (failure: CallFailed) => void } => {
  const [wait, setWait] = useState<Wait>();
  const learn = useCallback(
    ({ status, retryAfter }: CallFailed) =>
      setWait((before) => (status === 429 && retryAfter !== undefined ? { seconds: retryAfter, key: (before?.key ?? 0) + 1 } : undefined)),
    [],
  );
  return { wait, learn };
};
