import { groupBy } from '#contract/group-by.ts';
import { calledName } from '#contract/called-name.ts';
import type { CheckRow } from '#contract/checks.ts';
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
  /** Of what has no table: for whom it is. */
  guest: string | null;
  /** Of a delivery. */
  address: string | undefined;
  since: string;
  stations: Owing[];
}

const isOwed = ({ status }: Item): boolean => status !== 'delivered' && status !== 'cancelled';

const sorted = (items: readonly Item[], stations: readonly Station[]): Owing[] =>
  [...groupBy(items, ({ station_id }) => station_id)]
    .map(([stationId, owed]) => ({
      stationId,
      title: stations.find(({ id }) => id === stationId)?.title ?? (stationId === undefined ? 'Kitchen' : 'Former station'),
      items: owed,
      isReady: owed.every(({ status }) => status === 'completed'),
    }))
    .sort((a, b) => a.title.localeCompare(b.title));

/** A table's first bill is called as the table, a part by its name or number, what has no table by its token. */
const titleOf = (table: string | null, token: number, check: CheckRow | undefined): string => {
  if (table === null) return check?.name ?? `Token ${token}`;
  if (!check || check.bill_no === null || check.bill_no === 1) return table;
  return `${table} · ${check.name ?? `bill ${check.bill_no}`}`;
};

/**
 * What each station still owes to each bill, the oldest first; what has all been delivered is not there. The parts of a table that was split
 * are bills of their own, and the rounds of a bill without a table are one.
 */
export const owedOf = (groups: readonly OrderGroup[], stations: readonly Station[], checks: readonly CheckRow[] = []): OwedBill[] => {
  const lines = groups.flatMap((group) =>
    group.orders.flatMap((order) =>
      order.items.filter(isOwed).map((item) => {
        const checkId = item.check_id ?? order.check_id;
        const older = group.table_id === null ? `order ${order.id}` : `table ${group.table_id}`;
        return { item, order, table: group.table_title, checkId, key: checkId === undefined ? older : `check ${checkId}` };
      }),
    ),
  );
  const bills = [...groupBy(lines, ({ key }) => key)].map(([key, owed]): OwedBill & { table: string | null } => {
    const [{ order, table, checkId }] = owed as [(typeof owed)[number]];
    const check = checks.find(({ check_id }) => check_id === checkId);
    return {
      key,
      table: check ? check.table_title : table,
      title: titleOf(check ? check.table_title : table, order.token_no, check),
      tokens: [...new Set(owed.map((line) => line.order.token_no))],
      guest: (check ? check.table_title : table) === null ? calledName(order) : null,
      address: owed.find((line) => line.order.delivery_address)?.order.delivery_address,
      since: order.date,
      stations: sorted(
        owed.map(({ item }) => item),
        stations,
      ),
    };
  });
  return bills
    .map((bill) => {
      // a part that is paid is on no open bill, and still waits for its dishes
      const hasDouble = bill.title === bill.table && bills.some(({ key, title }) => key !== bill.key && title === bill.title);
      return hasDouble ? { ...bill, title: `${bill.title} · token ${bill.tokens.join(', ')}` } : bill;
    })
    .sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
};
