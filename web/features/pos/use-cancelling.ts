import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/endpoint.ts';
import { cancelAllQrOrders, listQrOrders, type QrOrder, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { useAction } from '#web/platform/api.ts';
import { rowOf } from '#web/platform/confirm.tsx';
import { usePending } from '#web/platform/mutations.ts';
import { nameOf } from './qr-orders.ts';
import { waiting } from './use-waiting.ts';

const SURE = 'Are you sure? This process is irreversible!';
const FAILED = "We're getting issue while clearing orders! Please try later!";

type Input = CallInput<typeof updateQrOrderStatus> | CallInput<typeof cancelAllQrOrders>;
const calls = [updateQrOrderStatus, cancelAllQrOrders];
const idsOf = (input: Input): number[] => ('params' in input ? [Number(input.params.id)] : (input.body.orderIds ?? []).map(Number));

/** Sends QR orders away. On a slow line the answer may come when the dialog is closed, the cart another one or the screen left. */
export const useCancelling = (onCancelled: (ids: number[]) => void) => {
  const cache = useQueryClient();
  const asked = (thing: string) => ({ verb: 'Delete', thing, sentence: SURE });
  const options = { failure: FAILED, refreshes: waiting, onDoneAnywhere: (_: unknown, input: Input) => onCancelled(idsOf(input)) };
  const one = useAction(updateQrOrderStatus, {
    ...options,
    confirm: ({ params }) => {
      const order = rowOf(cache.getQueryData<QrOrder[]>([listQrOrders.path, {}]), params.id);
      return asked(`QR order ${order ? nameOf(order) : ''}`);
    },
  });
  const all = useAction(cancelAllQrOrders, { ...options, confirm: ({ body }) => asked(`all ${body?.orderIds?.length ?? ''} QR orders`) });

  return {
    /** These are being cancelled, also where the screen was left and opened again: none of them may be loaded. */
    leaving: usePending(calls).flatMap(idsOf),
    isClearing: all.isPending,
    cancel: (id: number) => void one.run({ params: { id: String(id) }, body: { status: 'cancelled' } }),
    clear: (ids: number[]) => void all.run({ body: { orderIds: ids } }),
  };
};
