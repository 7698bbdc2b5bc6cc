import type { EventType } from '#contract/events.ts';
import type { Announcement } from './event-order.ts';

const LATE_BATCH_MS = 2000;

/** Says of each announcement whether it sounds: each of a type once; those that were missed once together. */
export const openRinger = (rings: EventType = 'new_order'): ((event: Announcement) => boolean) => {
  let last = { seq: -1, at: -Infinity, late: false };
  return ({ type, seq, late }) => {
    if (type === 'reload') last.seq = seq;
    if (type !== rings || seq <= last.seq) return false;
    const now = performance.now();
    const isSameBatch = late && last.late && now - last.at < LATE_BATCH_MS;
    last = { seq, at: now, late };
    return !isSameBatch;
  };
};
