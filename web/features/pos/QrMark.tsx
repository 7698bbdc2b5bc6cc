import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { countQrOrders } from '#contract/qr-orders.ts';
import { useReply } from '#web/platform/api.ts';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useMay } from '#web/platform/session.tsx';
import { useCoalesced } from '#web/platform/coalesce.ts';
import { useBell } from '#web/platform/sound.ts';
import { useLater } from '#web/ui/Later.tsx';
import classes from './QrMark.module.css';

const Mark = () => {
  const cache = useQueryClient();
  const bell = useBell('new_qrorder');
  // the till asks by itself
  const isTill = useLocation().pathname === '/dashboard/pos';
  const { data } = useReply(countQrOrders, {}, { enabled: useLater() });
  const reload = useCoalesced(() => cache.invalidateQueries({ queryKey: [countQrOrders.path] }));
  useAnnouncements((event) => {
    bell.ring(event);
    const { type, payload } = event;
    // a QR order that is cancelled names no order of the kitchen
    const isCancelled =
      type === 'order_update' && 'orderIds' in payload && Array.isArray(payload.orderIds) && payload.orderIds.length === 0;
    if (!isTill && (isCancelled || ['reload', 'new_qrorder', 'new_order'].includes(type))) reload();
  });
  const count = data?.totalQROrders ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.mark}>
      {count}
      <span className="sr-only"> QR {count === 1 ? 'order waits' : 'orders wait'}</span>
    </span>
  );
};

/** How many QR orders wait, on every screen of whoever may take them; each one that comes rings. */
export const QrMark = () => (useMay(countQrOrders) ? <Mark /> : null);
