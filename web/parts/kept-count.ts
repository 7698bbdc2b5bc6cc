import { useState } from 'react';
import { removeStored, tenantKey, useStored } from '#web/platform/storage.ts';

/** Longer than any shift: what was typed before that is of another count. */
const KEPT_MS = 12 * 60 * 60_000;

interface Kept<T> {
  at: number;
  of: string;
  typed: T;
}

const isKept = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'at' in value && 'of' in value && 'typed' in value;

/**
 * What somebody types while they count cash, on this device and for them alone: a till that locks itself meanwhile takes the dialog away, and
 * not the count. `of` says what is counted: what was typed of anything else is not shown, nor what `isTyped` calls empty.
 */
export const useKeptCount = <T>(name: string, of: string, empty: T, isTyped: (typed: T) => boolean) => {
  const key = tenantKey(name);
  const [kept, write] = useStored<Kept<T> | undefined>(key, undefined, isKept);
  const [since] = useState(() => Date.now() - KEPT_MS);
  const [emptyAt] = useState(kept && !isTyped(kept.typed) ? kept.at : undefined);
  const typed = kept?.of === of && kept.at > since && kept.at !== emptyAt ? kept.typed : undefined;
  const [isFound, setFound] = useState(typed !== undefined);
  if (isFound && !(typed && isTyped(typed))) setFound(false);
  return {
    typed: typed ?? empty,
    /** It was typed before the dialog opened, and was never empty since. */
    isFound,
    type: (next: T) => void write({ at: Date.now(), of, typed: next }),
    /** It was sent, or is not wanted. */
    forget: () => removeStored(key),
  };
};
