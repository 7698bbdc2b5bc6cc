import { useCallback, useEffect, useRef } from 'react';

/** Changes that come within so many ms cause one reload. */
const COALESCE_MS = 30;

/** Calls `reload` after a change, and never twice at once: what comes while it runs causes one more afterwards. */
export const openCoalescer = (reload: () => Promise<unknown>): { go: () => void; stop: () => void } => {
  let state: 'idle' | 'waiting' | 'running' | 'again' = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async (): Promise<void> => {
    state = 'running';
    await reload().catch(() => {});
    const isAgain = (state as string) === 'again';
    state = 'idle';
    if (isAgain) go();
  };
  const go = (): void => {
    if (state === 'running') state = 'again';
    if (state !== 'idle') return;
    state = 'waiting';
    timer = setTimeout(() => void run(), COALESCE_MS);
  };
  return {
    go,
    stop: () => {
      clearTimeout(timer);
      if (state === 'waiting') state = 'idle';
    },
  };
};

/** The same for a component; it stops with it. */
export const useCoalesced = (reload: () => Promise<unknown>): (() => void) => {
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  const coalescer = useRef<ReturnType<typeof openCoalescer>>(undefined);
  useEffect(() => {
    const opened = openCoalescer(() => latest.current());
    coalescer.current = opened;
    return opened.stop;
  }, []);
  return useCallback(() => coalescer.current?.go(), []);
};
