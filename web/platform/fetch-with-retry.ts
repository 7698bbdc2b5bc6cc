import { withDeadline } from './deadline.ts';

/** ms without an answer, after which a call that changes nothing is sent once more. */
export const RETRY_AFTER = 8000;
/** ms without an answer, after which it has failed: somebody stands there. */
export const TIMEOUT = 14_000;

/** `cache` is for fetch; none is the browser's own. */
type Ask = (signal: AbortSignal, cache?: RequestCache) => Promise<Response>;

/**
 * Asks, and asks once more beside it when no answer came: a connection that died silently answers nothing, and over HTTP/1.1 the browser opens
 * another one while it waits for that. Past the browser's cache, which holds a second ask back while the first of the same URL waits for its
 * headers (Chromium, 20 s). Over HTTP/2 it is of no use against a dead connection: the browser has one for all calls, and the second ask
 * goes down the same. There both fail after TIMEOUT, and go on failing until the browser itself gives that connection up.
 * A server that is merely slow may still answer the first. For reading alone: what writes is sent once.
 */
export const fetchWithRetry = (ask: Ask, asked?: AbortSignal): Promise<Response> =>
  new Promise((resolve, reject) => {
    const tries = new Set<AbortController>();
    const end = <T>(settle: (value: T) => void, value: T) => {
      for (const timer of timers) clearTimeout(timer);
      settle(value);
      for (const one of tries) one.abort();
    };
    const begin = (cache?: RequestCache) => {
      const own = new AbortController();
      tries.add(own);
      ask(withDeadline(asked, own.signal), cache).then(
        (response) => tries.delete(own) && end(resolve, response),
        (problem: unknown) => tries.delete(own) && tries.size === 0 && end(reject, problem),
      );
    };
    const timers = [setTimeout(begin, RETRY_AFTER, 'no-store'), setTimeout(end, TIMEOUT, reject, new Error('no word'))];
    begin();
  });
