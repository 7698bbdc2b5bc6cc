type FindMany<T> = (keys: string[]) => Promise<ReadonlyMap<string, T>>;

/**
 * Looks things up by a key, in one statement for all requests that arrive while the one before is under way. Every look-up
 * starts after its request came in, so what was changed before that is always seen, on every node: a session that has ended,
 * a menu that is newer, a QR code that is no longer good.
 */
export const batched = <T>(findMany: FindMany<T>): ((key: string) => Promise<T | undefined>) => {
  let waiting: { key: string; resolve: (found: T | undefined) => void; reject: (error: unknown) => void }[] = [];
  let isBusy = false;

  const flush = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const found = await findMany([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isBusy = false;
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isBusy) void flush();
    });
};
