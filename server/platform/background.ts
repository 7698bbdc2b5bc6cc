/** Work that goes on beside the answers. `run` begins some and waits for nothing; `ended` waits for all that has begun. */
export const openBackground = (onError: (error: unknown) => void) => {
  const underway = new Set<Promise<void>>();
  return {
    run: (work: () => Promise<void>): void => {
      const task = work()
        .catch(onError)
        .finally(() => underway.delete(task));
      underway.add(task);
    },
    ended: async (): Promise<void> => void (await Promise.all(underway)),
  };
};
