import { withDeadline } from './deadline.ts';

/** ms without a word, after which a call that changes nothing is sent once more. */
export const ASK_AGAIN = 8000;
/** ms without a word, after which it has failed: somebody stands there. */
export const NO_WORD = 14_000;

/** `cache` is for fetch; none is the browser's own. */
type Ask = (signal: AbortSignal, cache?: RequestCache) => Promise<Response>;

/**
 * Asks, and asks once more beside it when no word came: a connection that died silently answers nothing, and over HTTP/1.1 the browser opens
 * another one while it waits for that. Past the browser's cache, which holds a second ask back while the first of the same URL waits for its
 * headers (Chromium, 20 s). Over HTTP/2 it is of no use against a dead connection: the browser has one for all calls, and the second ask
 * goes down the same. There both fail after NO_WORD, and go on failing until the browser itself gives that connection up.
 * A server that is merely slow may still answer the first. For reading alone: what writes is sent once.
 */
export const answered = (ask: Ask, asked?: AbortSignal): Promise<Response> =>
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
    const timers = [setTimeout(begin, ASK_AGAIN, 'no-store'), setTimeout(end, NO_WORD, reject, new Error('no word'))];
    begin();
  });
