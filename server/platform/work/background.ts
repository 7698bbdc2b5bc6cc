import { setTimeout as pause } from 'node:timers/promises';

const UNTIL_ANSWERED = 250; // ms; an answer takes a few, and many on a machine that is busy

/** Begins work when the answer is away, so that the answer's time tells nothing of it (cases.md N22). */
export const onceAnswered = (inBackground: (work: () => Promise<void>) => void, work: () => Promise<void>): void =>
  inBackground(async () => {
    await pause(UNTIL_ANSWERED);
    await work();
  });

/** Work that goes on beside the answers. `run` begins some and waits for nothing; `ended` waits for all that has begun. */
export const openBackground = (onError: (error: unknown) => void) => {
  const underway = new Set<Promise<void>>();
  return {
    run: (work: () => Promise<void>): void => {
      const task = work()
        .catch(onError)
        .finally(() => underway.delete(task));
      underway.add(task);
    },
    ended: async (): Promise<void> => void (await Promise.all(underway)),
  };
};
