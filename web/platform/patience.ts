/** ms; a till must say something while the person still stands there. */
export const CALL_TIMEOUT = 20_000;

/** Gives up what no answer comes to, or what one of these gives up. By hand: Safari has AbortSignal.any since 17.4 only, and tills are old. */
export const patience = (...asked: readonly (AbortSignal | undefined)[]): AbortSignal => {
  const either = new AbortController();
  for (const signal of [...asked, AbortSignal.timeout(CALL_TIMEOUT)]) {
    if (!signal) continue;
    const forward = () => either.abort(signal.reason);
    if (signal.aborted) forward();
    else signal.addEventListener('abort', forward, { once: true });
  }
  return either.signal;
};
