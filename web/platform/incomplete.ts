import { useSyncExternalStore } from 'react';
import { timeLimit } from './deadline.ts';

const ANSWERS_WITHIN = 3000; // ms; a network that swallows what is sent is none

/** Whether the server answers, though code of it did not come. */
export const isServerThere = () =>
  fetch('/healthz', { signal: timeLimit(ANSWERS_WITHIN) }).then(
    () => true,
    () => false,
  );

let isIncomplete = false;
const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
export const setIncomplete = (is = true) => {
  isIncomplete = is;
  for (const tell of watchers) tell();
};

/**
 * Whether a part of this page is missing for good, though the server is there again: Chromium does not ask twice for a module that failed to
 * come. Loading the page brings it; who goes to another screen loses nothing by that.
 */
export const useIsIncomplete = (): boolean => useSyncExternalStore(watch, () => isIncomplete);
