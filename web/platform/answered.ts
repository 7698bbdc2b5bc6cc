import { patience } from './patience.ts';

/** ms without a word, after which a call that changes nothing is sent once more. */
export const ASK_AGAIN = 8000;
/** ms without a word, after which it has failed: somebody stands there. */
export const NO_WORD = 14_000;

/**
 * Asks, and asks once more beside it when no word came: a connection that died silently answers nothing, and the browser opens another one
 * while it waits for that. A server that is merely slow may still answer the first. For reading alone: what writes is sent once.
 */
export const answered = (ask: (signal: AbortSignal) => Promise<Response>, asked?: AbortSignal): Promise<Response> =>
  new Promise((resolve, reject) => {
    const tries: AbortController[] = [];
    let open = 0;
    const end = (settle: () => void, winner?: AbortController) => {
      for (const timer of timers) clearTimeout(timer);
      settle();
      for (const one of tries) if (one !== winner) one.abort();
    };
    const begin = () => {
      const own = new AbortController();
      tries.push(own);
      open++;
      ask(patience(asked, own.signal)).then(
        (response) => end(() => resolve(response), own),
        (problem: unknown) => --open || end(() => reject(problem as Error)),
      );
    };
    const timers = [setTimeout(begin, ASK_AGAIN), setTimeout(() => end(() => reject(new Error('no word'))), NO_WORD)];
    begin();
  });
