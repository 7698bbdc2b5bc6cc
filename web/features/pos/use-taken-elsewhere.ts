import { useEffect, useEffectEvent } from 'react';
import { listQrOrders } from '#contract/qr-orders.ts';
import { useReply } from '#web/platform/api.ts';

/** Calls `onGone` when the QR order that stands in the cart waits no longer: another till has taken or cancelled it. */
export const useTakenElsewhere = (qrOrderId: number | null, onGone: (qrOrderId: number) => void): void => {
  const { data, fetchStatus, isError } = useReply(listQrOrders, {}, { enabled: qrOrderId !== null, staleTime: 0 });
  // a list of before, beside which none could be asked for, knows nothing of what another tab has loaded
  const isGone = qrOrderId !== null && fetchStatus === 'idle' && !isError && data !== undefined && !data.some(({ id }) => id === qrOrderId);
  const tell = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) tell(qrOrderId);
  }, [isGone, qrOrderId]);
};
