import { useThrottledCallback } from '@mantine/hooks';
import { IconQrcode, IconReceipt } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getCheckSums } from '#contract/check-sums.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import { Money } from '#web/parts/Money.tsx';
import { useReply } from '#web/platform/api.ts';
import { useReloads } from '#web/platform/realtime.tsx';
import { useMay } from '#web/platform/session.tsx';
import classes from './HomeScreen.module.css';

const NOTHING = { bills: 0, due: 0 };
/** All open bills are added up for it. */
const SUMS_EVERY = 10_000; // ms

/** What asks to be done at this moment: bills that are not paid, guests whose order nobody has taken. Nothing when nothing does. */
export const OpenNow = ({ currency }: { currency: string }) => {
  const cache = useQueryClient();
  const { data: { bills, due } = NOTHING } = useReply(getCheckSums, {}, { enabled: useMay(getCheckSums), refetchOnMount: 'always' });
  const reload = useThrottledCallback(() => void cache.invalidateQueries({ queryKey: [getCheckSums.path] }), SUMS_EVERY);
  useReloads(['new_order', 'order_update', 'check_update', 'menu_update'], reload);
  const waiting = useReply(countQrOrders, {}, { enabled: useMay(countQrOrders) }).data?.totalQROrders ?? 0;
  if (bills + waiting === 0) return null;
  return (
    <ul className={classes.open} aria-label="Open now">
      {waiting > 0 && (
        <li>
          <Link to="/dashboard/pos" className={classes.place}>
            <IconQrcode size={20} stroke={1.75} aria-hidden className={classes.icon} />
            {waiting === 1 ? '1 QR order waits' : `${waiting} QR orders wait`}
          </Link>
        </li>
      )}
      {bills > 0 && (
        <li>
          <Link to="/dashboard/checks" className={classes.place}>
            <IconReceipt size={20} stroke={1.75} aria-hidden className={classes.icon} />
            {bills === 1 ? '1 open bill' : `${bills} open bills`}
            <span className={classes.facts}>
              <Money value={due} currency={currency} /> due
            </span>
          </Link>
        </li>
      )}
    </ul>
  );
};
