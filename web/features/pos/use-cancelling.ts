import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cancelAllQrOrders, listQrOrders, type QrOrder, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { useAction } from '#web/platform/api.ts';
import { rowOf } from '#web/platform/confirm.tsx';
import { nameOf } from './qr-orders.ts';
import { waiting } from './use-waiting.ts';

const SURE = 'Are you sure? This process is irreversible!';
const FAILED = "We're getting issue while clearing orders! Please try later!";

/** The QR orders that are being sent away, each as often as it was asked for: who leaves the screen and comes back finds them so. */
let underWay: readonly number[] = [];
const listeners = new Set<() => void>();
const change = (ids: readonly number[]): void => {
  underWay = ids;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const withoutOnce = (all: readonly number[], ids: readonly number[]): readonly number[] =>
  ids.reduce((left, id) => left.toSpliced(left.indexOf(id), 1), all);

/** Sends QR orders away. On a slow line the answer may come when the dialog is closed, the cart another one or the screen left. */
export const useCancelling = (onCancelled: (ids: number[]) => void) => {
  const leaving = useSyncExternalStore(subscribe, () => underWay);
  const cache = useQueryClient();
  const asked = (thing: string) => ({ verb: 'Delete', thing, sentence: SURE });
  const options = { failure: FAILED, refreshes: waiting };
  const one = useAction(updateQrOrderStatus, {
    ...options,
    confirm: ({ params }) => {
      const order = rowOf(cache.getQueryData<QrOrder[]>([listQrOrders.path, {}]), params.id);
      return asked(`QR order ${order ? nameOf(order) : ''}`);
    },
  });
  const all = useAction(cancelAllQrOrders, { ...options, confirm: ({ body }) => asked(`all ${body?.orderIds?.length ?? ''} QR orders`) });

  const during = async (ids: number[], run: () => Promise<unknown>): Promise<void> => {
    change([...underWay, ...ids]);
    try {
      if (await run()) onCancelled(ids);
    } finally {
      change(withoutOnce(underWay, ids));
    }
  };
  return {
    /** These are being cancelled: none of them may be loaded. */
    leaving,
    isClearing: all.isPending,
    cancel: (id: number) => void during([id], () => one.run({ params: { id: String(id) }, body: { status: 'cancelled' } })),
    clear: (ids: number[]) => void during(ids, () => all.run({ body: { orderIds: ids } })),
  };
};
