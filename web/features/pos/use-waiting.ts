import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Endpoint, Reply } from '#contract/endpoint.ts';
import { listOpenChecks, listOrders } from '#contract/orders.ts';
import { countQrOrders, listQrOrders } from '#contract/qr-orders.ts';
import { useReply } from '#web/platform/api.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { useReloads } from '#web/platform/realtime.tsx';
import { useCoalesced } from '#web/platform/coalesce.ts';
import { useLater } from '#web/ui/Later.tsx';
import { changesIn, orderingOf } from './qr-ordering.ts';

/** What changes at other tills, on diners' phones and at the tables while this till sells. */
export const waiting: Endpoint[] = [countQrOrders, listQrOrders, listOpenChecks, listOrders];

/** Part-1 §8: such a failure is logged and interrupts nobody. */
export const useLogged = (what: string, error: Error | null): void => {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- this is the log
    if (error) console.error(`${what} could not be loaded: ${error.message}`);
  }, [what, error]);
};

/** How many QR orders wait and which tables have an open check, live. */
export const useWaiting = () => {
  const cache = useQueryClient();
  const enabled = useLater();
  // what was announced while another screen was open reached nobody here
  const options = { enabled, staleTime: 0 };
  const count = useReply(countQrOrders, {}, options);
  const checks = useReply(listOpenChecks, {}, options);
  useLogged('The number of QR orders', count.error);
  useLogged('The open checks', checks.error);

  // what tables owe follows the bills (useLiveChecks)
  const others = waiting.filter((call) => call !== listOpenChecks);
  const reload = useCoalesced(() => Promise.all(others.map(({ path }) => cache.invalidateQueries({ queryKey: [path] }))));
  // another till may have sent or refused a QR order, or an order may have been paid; diners’ orders name customers
  useReloads(['new_qrorder', 'new_order', 'order_update', 'customer_update', 'qr_ordering'], reload);

  // a pause ends by itself, and nobody announces it
  const ordering = orderingOf(count.data);
  const { refetch, dataUpdatedAt } = count;
  const wait = changesIn(ordering, serverNow());
  useEffect(() => {
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => void refetch(), wait + A_LITTLE_LATER);
    return () => clearTimeout(timer);
    // counted from the answer that says so
  }, [dataUpdatedAt, refetch]); // oxlint-disable-line react/exhaustive-deps -- the wait itself shrinks with every look

  /**
   * Takes QR orders that were sent or cancelled off the list at once; the server's answer follows. The number is left to that
   * answer: whether the one that is shown still counts them, or an announcement was faster, nobody knows here.
   */
  const forget = useCallback(
    (qrOrderIds: number[]) =>
      cache.setQueryData<Reply<typeof listQrOrders>>([listQrOrders.path, {}], (known) =>
        known?.filter(({ id }) => !qrOrderIds.includes(id)),
      ),
    [cache],
  );

  return { qrCount: count.data?.totalQROrders ?? 0, ordering, checks: checks.data ?? NONE, forget };
};

/** The server's clock is the one that counts, and ours may be ahead of it. */
const A_LITTLE_LATER = 1000; // ms

const NONE: Reply<typeof listOpenChecks> = [];
