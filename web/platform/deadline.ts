/** ms; a till must say something while the person still stands there. */
export const CALL_TIMEOUT = 20_000;

/** AbortSignal.timeout, also where there is none (operating.md, Browsers). */
export const timeLimit = (ms: number): AbortSignal => {
  if (typeof AbortSignal.timeout === 'function') return AbortSignal.timeout(ms);
  const late = new AbortController();
  setTimeout(() => late.abort(), ms);
  return late.signal;
};

/** A signal that gives up after CALL_TIMEOUT, or when one of these gives up. By hand: AbortSignal.any is newer than the oldest browsers (operating.md, Browsers). */
export const withDeadline = (...asked: readonly (AbortSignal | undefined)[]): AbortSignal => {
  const either = new AbortController();
  for (const signal of [...asked, timeLimit(CALL_TIMEOUT)]) {
    if (!signal) continue;
    const forward = () => either.abort(signal.reason);
    if (signal.aborted) forward();
    else signal.addEventListener('abort', forward, { once: true });
  }
  return either.signal;
};
