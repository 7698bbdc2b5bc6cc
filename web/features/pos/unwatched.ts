import type { PosInit } from '#contract/pos.ts';
import type { Station } from '#contract/stations.ts';
import type { ShownLine } from './cart-prices.ts';

/** The stations that make these lines – an item's own, else its category's, else the fallback – and that nobody looks at: a printer needs no eyes. */
export const unwatchedOf = (lines: readonly ShownLine[], { menuItems, categories }: PosInit, stations: readonly Station[]): Station[] => {
  const fallback = stations.find(({ isFallback }) => isFallback)?.id;
  const ids = new Set(
    lines.map(({ line }) => {
      const item = menuItems.find(({ id }) => id === line.id);
      return item?.stationId ?? categories.find(({ id }) => id === item?.category_id)?.stationId ?? fallback;
    }),
  );
  return stations.filter(({ id, isWatched, printerId }) => ids.has(id) && !isWatched && printerId === null);
};
