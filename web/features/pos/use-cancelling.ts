import { useState } from 'react';
import { cancelAllQrOrders, updateQrOrderStatus } from '#contract/qr-orders.ts';
import { useAction } from '#web/platform/api.ts';
import { waiting } from './use-waiting.ts';

const SURE = 'Are you sure? This process is irreversible!';
const FAILED = "We're getting issue while clearing orders! Please try later!";

/** Sends QR orders away. On a slow line the answer may come when the dialog is closed, the cart another one or the screen left. */
export const useCancelling = (onCancelled: (ids: number[]) => void) => {
  const [asked, setAsked] = useState<readonly number[]>([]);
  const options = { confirm: SURE, failure: FAILED, refreshes: waiting };
  const one = useAction(updateQrOrderStatus, options);
  const all = useAction(cancelAllQrOrders, options);

  const during = async (ids: number[], run: () => Promise<unknown>): Promise<void> => {
    setAsked((known) => [...known, ...ids]);
    if (await run()) onCancelled(ids);
    setAsked((known) => known.filter((id) => !ids.includes(id)));
  };
  return {
    /** These are being cancelled: none of them may be loaded. */
    leaving: one.isPending || all.isPending ? asked : [],
    isClearing: all.isPending,
    cancel: (id: number) => void during([id], () => one.run({ params: { id: String(id) }, body: { status: 'cancelled' } })),
    clear: (ids: number[]) => void during(ids, () => all.run({ body: { orderIds: ids } })),
  };
};
