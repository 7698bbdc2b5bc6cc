interface Options {
  /** ms from the end of one run to the start of the next */
  every: number;
  /** ms until the first run, where that is another time */
  first?: number;
  /** One run; true when there is more to do at once. A long one looks at `isStopping` between its steps: the server waits for it. */
  work: (isStopping: () => boolean) => Promise<boolean>;
  onError: (error: unknown) => void;
}

/** Repeats something in the background, never twice at once. */
export const startRepeating = ({ every, first = every, work, onError }: Options) => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  const run = async () => {
    try {
      while (!isStopped && (await work(() => isStopped)));
    } catch (error) {
      onError(error);
    }
  };
  const plan = (pause: number) => {
    timer = setTimeout(begin, pause).unref();
  };
  const begin = () => {
    running = run().finally(() => {
      running = undefined;
      if (!isStopped) plan(every);
    });
  };
  plan(first);

  return {
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
