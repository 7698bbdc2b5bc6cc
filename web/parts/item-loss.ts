import { useQueryClient } from '@tanstack/react-query';
import { listMenuItems, type MenuItem } from '#contract/menu-items.ts';
import { call } from '#web/platform/api.ts';

/** Counts the items that lose their tax or category when it is deleted, and says so; nothing when there are none, or they cannot be counted. */
export const useItemLoss = () => {
  const cache = useQueryClient();
  return async (hasIt: (item: MenuItem) => boolean, what: string): Promise<string | undefined> => {
    const queryFn = () => call(listMenuItems, {});
    const items = await cache.fetchQuery({ queryKey: [listMenuItems.path, {}], queryFn }).catch(() => []);
    const count = items.filter(hasIt).length;
    if (count === 0) return undefined;
    return count === 1 ? `1 item loses its ${what}.` : `${count} items lose their ${what}.`;
  };
};
