import type { Order, OrderGroup } from '#contract/orders.ts';
import type { Station } from '#contract/stations.ts';

type Item = Order['items'][number];

export interface Owing {
  /** undefined: what was ordered before there were stations, and a kitchen without any */
  stationId: number | undefined;
  title: string;
  /** Not yet delivered. */
  items: Item[];
  isReady: boolean;
}

export interface OwedBill {
  key: string;
  title: string;
  tokens: number[];
  since: string;
  stations: Owing[];
}

const isOwed = ({ status }: Item): boolean => status !== 'delivered' && status !== 'cancelled';

/** What each station still owes to each bill, the oldest first; what has all been delivered is not there. */
export const owedOf = (groups: readonly OrderGroup[], stations: readonly Station[]): OwedBill[] =>
  groups
    .flatMap((group): OwedBill[] => {
      const items = group.orders.flatMap((order) => order.items).filter(isOwed);
      const [first] = group.orders;
      if (!first || items.length === 0) return [];
      const byStation = Map.groupBy(items, ({ station_id }) => station_id);
      const owing = [...byStation].map(([stationId, owed]) => ({
        stationId,
        title: stations.find(({ id }) => id === stationId)?.title ?? (stationId === undefined ? 'Kitchen' : 'Former station'),
        items: owed,
        isReady: owed.every(({ status }) => status === 'completed'),
      }));
      return [
        {
          key: group.table_id === null ? `order ${first.id}` : `table ${group.table_id}`,
          title: group.table_title ?? `Token ${first.token_no}`,
          tokens: group.orders.map(({ token_no }) => token_no),
          since: first.date,
          stations: owing.toSorted((a, b) => a.title.localeCompare(b.title)),
        },
      ];
    })
    .toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since));
