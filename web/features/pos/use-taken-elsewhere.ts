import { useEffect, useEffectEvent } from 'react';
import { listQrOrders } from '#contract/qr-orders.ts';
import { useReply } from '#web/platform/api.ts';

/** Calls `onGone` when the QR order that stands in the cart waits no longer: another till has taken or cancelled it. */
export const useTakenElsewhere = (qrOrderId: number | null, onGone: (qrOrderId: number) => void): void => {
  const { data, isFetching } = useReply(listQrOrders, {}, { enabled: qrOrderId !== null, staleTime: 0 });
  const isGone = qrOrderId !== null && !isFetching && data !== undefined && !data.some(({ id }) => id === qrOrderId);
  const tell = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) tell(qrOrderId);
  }, [isGone, qrOrderId]);
};
