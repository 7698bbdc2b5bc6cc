import { MutationCache, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';

/**
 * What this page has sent and what is not answered yet. One for the life of the page, unlike the cache of replies: a screen that is
 * opened again, also by the next person at the till, finds what was sent before.
 */
export const mutations = new MutationCache();

/** In the touch itself: `useMutationState` hears of it by a timer, after a second touch may have come (decision 47). */
const subscribe = (listener: () => void) => mutations.subscribe(listener);

type Address = Pick<Endpoint, 'path' | 'method'>;

let hooks = 0;

/** Sends what one hook is asked to send, and says whether any of that is pending. */
export const useSending = ({ path, method }: Address) => {
  const cache = useQueryClient();
  const [hook] = useState(() => (hooks += 1));
  const mutationKey = [path, method, hook];
  const isPending = useSyncExternalStore(subscribe, () => mutations.find({ mutationKey, status: 'pending' }) !== undefined);
  /** Work of one scope begins when the work before it has ended, however that went: of two requests the first may arrive last. */
  const send = async <T>(input: unknown, scope: string | undefined, work: () => Promise<T>): Promise<T> => {
    // no `useMutation`: its scope is one for all inputs, and it watches its last mutation only (decision 47)
    const mutation = mutations.build<T, Error, unknown, unknown>(cache, {
      mutationKey,
      mutationFn: work,
      networkMode: 'always',
      gcTime: Infinity,
      ...(scope !== undefined && { scope: { id: scope } }),
    });
    try {
      return await mutation.execute(input);
    } finally {
      // at once: an input may hold a password
      mutations.remove(mutation);
    }
  };
  return { send, isPending };
};
