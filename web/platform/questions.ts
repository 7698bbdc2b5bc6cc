import { isLocked } from './storage.ts';

let standing = 0;
const waiting = new Set<() => void>();

const areGone = (): boolean => standing === 0 && isLocked();

/**
 * Questions are rendered by code that comes after the first screen: what is asked before that waits for it. False when nobody will see
 * the question: a till that is locked has taken its questions off the page, and whoever opens it has not asked.
 */
export const questionsAreHere = async (): Promise<boolean> => {
  if (standing === 0 && !areGone()) await new Promise<void>((resolve) => waiting.add(resolve));
  return !areGone();
};

/** Whoever renders questions stands on the page; returns what tells that they left it. */
export const tellQuestionsAreHere = (): (() => void) => {
  standing += 1;
  for (const go of waiting) go();
  waiting.clear();
  return () => {
    standing -= 1;
  };
};
