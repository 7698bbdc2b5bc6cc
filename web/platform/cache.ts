import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { againEvery } from './api.ts';
import { mutations } from './mutations.ts';

/** Part-1 §9: what the data cache does by itself. */
const DEDUPE_MS = 2000;
const FOCUS_THROTTLE_MS = 5000;

class Cache extends QueryClient {
  /**
   * TanStack Query begins a load under way anew only when it has data already. The answer of a first one may have left the server before
   * the change, too.
   */
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    await this.cancelQueries({
      ...filters,
      type: 'active',
      predicate: (query) => query.state.data === undefined && filters?.predicate?.(query) !== false,
    });
    return super.invalidateQueries(filters, options);
  }
}

/** The data cache. A failure shows at once and mends itself every 5 s as long as it may pass. */
export const createQueryClient = (): QueryClient =>
  new Cache({
    mutationCache: mutations,
    defaultOptions: {
      queries: {
        // A till in a LAN without internet works, whatever navigator.onLine believes.
        networkMode: 'always',
        retry: false,
        staleTime: DEDUPE_MS,
        refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > FOCUS_THROTTLE_MS,
        refetchInterval: againEvery(false),
      },
    },
  });
