import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Check, CheckChange } from '#contract/checks.ts';
import type { CallFailed } from '#web/platform/api.ts';
import { isBeforeTheWork, openIdempotencyKeys } from '#web/platform/idempotency-keys.ts';
import { useStoredUser } from '#web/platform/session.tsx';

interface Lost {
  kind: CheckChange['kind'];
  /** The last change that was known when it was asked for. */
  after: number;
}

interface LostOptions {
  /** The dialog that asks is open; whoever has left it is told nothing. */
  isAsking: boolean;
  /** How long the same input is the same change, where no answer came. */
  keyLifetime?: number;
  /** It was done: the dialog is closed. */
  onSeen: (change: CheckChange) => void;
}

/**
 * Changes of a bill whose answer was lost: the same input goes under the same key until somebody knows what became of it. That is the answer, or
 * the bill's history, which tells of such a change of this member: then nothing is asked for once more.
 */
export const useLost = ({ changes }: Check, { isAsking, keyLifetime, onSeen }: LostOptions) => {
  const me = useStoredUser()?.name;
  const keys = useRef(openIdempotencyKeys(keyLifetime));
  const [lost, setLost] = useState<Lost>();
  if (lost && !isAsking) setLost(undefined);
  const seen = lost && changes.find(({ change_id: id, kind, member_name: by }) => kind === lost.kind && id > lost.after && by === me);
  const renewKeys = () => void (keys.current = openIdempotencyKeys(keyLifetime));
  const tell = useEffectEvent(() => {
    renewKeys();
    if (seen) onSeen(seen);
  });
  useEffect(() => {
    if (seen) tell();
  }, [seen]);
  return {
    keyOf: (input: unknown) => ({ idempotencyKey: keys.current.keyOf(input) }),
    renewKeys,
    /** Options of the action; they run with the bill as it was when somebody asked. */
    settling: (kind: CheckChange['kind']) => ({
      onDone: (_: unknown, input: unknown) => keys.current.settle(input),
      onFailed: (failure: CallFailed, input: unknown) => {
        if (failure.isPassing) setLost({ kind, after: Math.max(0, ...changes.map(({ change_id: id }) => id)) });
        else if (!isBeforeTheWork(failure)) {
          setLost(undefined);
          keys.current.settle(input);
        }
      },
    }),
  };
};
