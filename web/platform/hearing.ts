import type { EventType } from '#contract/events.ts';
import type { Announcement } from './event-order.ts';

const LATE_BATCH_MS = 2000;
const GATHER_MS = 30;

/** Says of each announcement whether it sounds: each of a type once; those that were missed once together. */
export const openRinger = (rings: EventType = 'new_order'): ((event: Announcement) => boolean) => {
  let heard = { seq: -1, at: -Infinity, late: false };
  return ({ type, seq, late }) => {
    if (type === 'reload') heard.seq = seq;
    if (type !== rings || seq <= heard.seq) return false;
    const now = performance.now();
    const isSameBatch = late && heard.late && now - heard.at < LATE_BATCH_MS;
    heard = { seq, at: now, late };
    return !isSameBatch;
  };
};

/** Calls `reload` after a change, and never twice at once: what comes while it runs causes one more afterwards. */
export const openGatherer = (reload: () => Promise<unknown>): { go: () => void; stop: () => void } => {
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
    timer = setTimeout(() => void run(), GATHER_MS);
  };
  return {
    go,
    stop: () => {
      clearTimeout(timer);
      if (state === 'waiting') state = 'idle';
    },
  };
};
