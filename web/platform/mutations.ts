import { MutationCache, replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';

/**
 * What this page has sent and what is not answered yet. One for the life of the page, unlike the cache of replies: a screen that is
 * opened again, also by the next person at the till, finds what was sent before.
 */
export const mutations = new MutationCache();

/** In the touch itself: `useMutationState` learns of it by a timer, after a second touch may have come (decision 47). */
const subscribe = (listener: () => void) => mutations.subscribe(listener);

type Address = Pick<Endpoint, 'path' | 'method'>;
type AnyInput<E extends Endpoint> = E extends Endpoint ? CallInput<E> : never;

let hooks = 0;

/** Sends what one hook is asked to send, and says whether any of that is pending. */
export const useSending = ({ path, method }: Address) => {
  const cache = useQueryClient();
  const [hook] = useState(() => (hooks += 1));
  const mutationKey = [path, method, hook];
  const isPending = useSyncExternalStore(subscribe, () => mutations.find({ mutationKey }) !== undefined);
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
      // pending until whoever waits for the answer has gone on: a touch in between would ask for the same again
      setTimeout(() => mutations.remove(mutation));
    }
  };
  return { send, isPending };
};

/** The inputs that these endpoints have not answered yet, oldest first; the same array while nothing changes. */
const pendingOf = <E extends Endpoint>(endpoints: readonly E[]) => {
  let inputs: AnyInput<E>[] = [];
  return () => {
    const now = mutations.findAll({
      status: 'pending',
      predicate: ({ options: { mutationKey: key } }) => endpoints.some(({ path, method }) => key?.[0] === path && key[1] === method),
    });
    inputs = replaceEqualDeep(
      inputs,
      now.map(({ state }) => state.variables as AnyInput<E>),
    );
    return inputs;
  };
};

/** What these endpoints, always the same, were asked for and have not answered yet, oldest first, whichever screen asked. */
export const usePending = <E extends Endpoint>(endpoints: readonly E[]): AnyInput<E>[] => {
  const [read] = useState(() => pendingOf(endpoints));
  return useSyncExternalStore(subscribe, read);
};

/**
 * Shows at once what was touched: the function that it returns makes of what is stored what these endpoints were asked to make of it. A
 * refusal takes it back. What the answer changes in the cache of replies belongs into `onDoneAnywhere`, which ends before the input does.
 */
export const useOptimistic = <E extends Endpoint, T>(
  endpoints: readonly E[],
  apply: (stored: T, input: AnyInput<E>) => T,
): ((stored: T) => T) => {
  const pending = usePending(endpoints);
  return useCallback((stored: T) => pending.reduce((shown, input) => apply(shown, input), stored), [pending, apply]);
};
