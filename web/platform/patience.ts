/** ms; a till must say something while the person still stands there. */
export const CALL_TIMEOUT = 20_000;

/** Gives up what no answer comes to, or what `asked` gives up. By hand: Safari has AbortSignal.any since 17.4 only, and tills are old. */
export const patience = (asked?: AbortSignal): AbortSignal => {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT);
  if (!asked) return timeout;
  const either = new AbortController();
  for (const signal of [asked, timeout]) {
    const forward = () => either.abort(signal.reason);
    if (signal.aborted) forward();
    else signal.addEventListener('abort', forward, { once: true });
  }
  return either.signal;
};
