import { useState } from 'react';

/** What is open for somebody, as state that goes with them: it is undefined again as soon as `who` is another. */
export const useOpenFor = <T>(who: unknown, start?: () => T | undefined) => {
  const [open, setOpen] = useState(start);
  const [lookedAt, setLookedAt] = useState(who);
  if (lookedAt !== who) {
    setLookedAt(who);
    setOpen(undefined);
  }
  return [open, setOpen] as const;
};
