import { Worker } from 'node:worker_threads';
import { AppError } from '#contract/errors.ts';
import { joinLists } from './slices.ts';

const TIMEOUT = 30_000; // ms that one piece of work may take
const WAITING_AT_MOST = 100; // pieces of work; of one tenant there is one at a time
const MEMORY = 512; // MB; whoever needs more ends the thread, and not the server
const RETRY_AFTER = 5; // seconds

const tooMuch = () => new AppError('unavailable', 'The server is busy. Please try again!', { retryAfter: RETRY_AFTER });
const tooLong = () => new AppError('unavailable', 'This took too long! Please try again with less at once!', { retryAfter: RETRY_AFTER });
const died = () =>
  new AppError('unavailable', 'The server could not finish this! Please try again with less at once!', { retryAfter: RETRY_AFTER });

interface Work {
  module: string;
  name: string;
  args: unknown[];
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

interface Options {
  onError: (error: unknown) => void;
  /** ms */
  timeout?: number;
  /** MB */
  memory?: number;
  /** how much it steps back where processors are short (setpriority) */
  nicer?: number;
}

/**
 * A thread beside the event loop, for work that would hold everybody up: one piece at a time, the others wait in their order.
 * It starts with the first piece. One that takes too long or too much memory ends the thread, is refused as unavailable, and
 * the next piece gets a new thread.
 */
export const openThread = ({ onError, timeout = TIMEOUT, memory = MEMORY, nicer = 0 }: Options) => {
  const waiting: Work[] = [];
  let running: { work: Work; timer: NodeJS.Timeout } | undefined;
  let worker: Worker | undefined;

  const finish = (end: (work: Work) => void) => {
    if (!running) return;
    const { work, timer } = running;
    clearTimeout(timer);
    running = undefined;
    end(work);
    next();
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { nicer },
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    started.unref();
    started.on('message', (message: { answer?: unknown; error?: unknown }) => {
      if (worker !== started) return;
      finish(({ resolve, reject }) => ('error' in message ? reject(message.error) : resolve(joinLists(message.answer))));
    });
    started.on('error', onError);
    started.on('exit', () => {
      // one that was given up has a successor already
      if (worker !== started) return;
      worker = undefined;
      finish(({ reject }) => reject(died()));
    });
    return started;
  };

  const giveUp = () => {
    void worker?.terminate();
    worker = undefined;
    onError(new Error(`${running?.work.name} took longer than ${timeout} ms, and its thread was ended.`));
    finish(({ reject }) => reject(tooLong()));
  };

  const next = () => {
    const work = running ? undefined : waiting.shift();
    if (!work) return;
    const { module, name, args } = work;
    running = { work, timer: setTimeout(giveUp, timeout).unref() };
    worker ??= start();
    worker.postMessage({ module, name, args });
  };

  return {
    /**
     * The function `name` of a module, named as in an import (#server/…), run in the thread. Arguments and answer are copied; the
     * long lists of an answer as JSON, which can be taken in a few rows at a time.
     */
    run:
      <F extends (...args: never[]) => unknown>(module: string, name: string) =>
      (...args: Parameters<F>): Promise<Awaited<ReturnType<F>>> =>
        new Promise<unknown>((resolve, reject) => {
          if (waiting.length >= WAITING_AT_MOST) throw tooMuch();
          waiting.push({ module, name, args, resolve, reject });
          next();
        }) as Promise<Awaited<ReturnType<F>>>,
    /** Ends the thread; what is under way or waits is refused. */
    close: async (): Promise<void> => {
      for (const { reject } of waiting.splice(0)) reject(tooMuch());
      const ending = worker;
      worker = undefined;
      finish(({ reject }) => reject(tooMuch()));
      await ending?.terminate();
    },
  };
};

export type Thread = ReturnType<typeof openThread>;
