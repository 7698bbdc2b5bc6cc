import type { EventType } from '#contract/events.ts';
import type { Announcement } from './event-order.ts';

const LATE_BATCH_MS = 2000;

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
