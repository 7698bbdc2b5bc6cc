import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { againEvery } from './api.ts';
import { mutations } from './mutations.ts';

/** Part-1 §9: what the data cache does by itself. */
const DEDUPE_MS = 2000;
const FOCUS_THROTTLE_MS = 5000;

class Cache extends QueryClient {
  /**
   * TanStack Query restarts a load under way only when it has data already. The answer of a first one may have left the server before
   * the change, too: it is asked once more behind it, for one that is cancelled by each change would never come on slow Wi-Fi.
   */
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const isFirst = this.isFetching({ ...filters, predicate: ({ state }) => state.data === undefined }) > 0;
    await super.invalidateQueries(filters, options);
    if (isFirst) await super.invalidateQueries(filters, { cancelRefetch: false });
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
