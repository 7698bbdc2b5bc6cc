import { IconQrcode, IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router';
import { listChecks } from '#contract/checks.ts';
import { countQrOrders } from '#contract/qr-orders.ts';
import { useBills } from '#web/parts/bills.ts';
import { Money } from '#web/parts/Money.tsx';
import { addSums } from '#web/parts/money-text.ts';
import { useReply } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';
import classes from './HomeScreen.module.css';

/** What asks to be done at this moment: bills that are not paid, guests whose order nobody has taken. Nothing when nothing does. */
export const OpenNow = ({ currency }: { currency: string }) => {
  const bills = useBills(useMay(listChecks)) ?? [];
  const waiting = useReply(countQrOrders, {}, { enabled: useMay(countQrOrders) }).data?.totalQROrders ?? 0;
  if (bills.length + waiting === 0) return null;
  const due = addSums(
    bills.map((bill) => bill.due),
    currency,
  );
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
      {bills.length > 0 && (
        <li>
          <Link to="/dashboard/checks" className={classes.place}>
            <IconReceipt size={20} stroke={1.75} aria-hidden className={classes.icon} />
            {bills.length === 1 ? '1 open bill' : `${bills.length} open bills`}
            <span className={classes.facts}>
              <Money value={due} currency={currency} /> due
            </span>
          </Link>
        </li>
      )}
    </ul>
  );
};
