import { Button } from '@mantine/core';
import { IconArrowMerge, IconArrowRight, IconArrowsSplit2, IconDiscount, IconPlus, IconPrinter, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Check, moveCheck, payCheck } from '#contract/checks.ts';
import { Money } from '#web/parts/Money.tsx';
import { useHas, useMay } from '#web/platform/session.tsx';
import classes from './BillActions.module.css';

export type Task = 'pay' | 'discount' | 'split' | 'move' | 'merge' | 'covers' | 'print';

interface BillActionsProps {
  check: Check;
  /** Of an even split that is being paid. */
  share: { number: number; of: number; amount: number } | undefined;
  isPrinting: boolean;
  onTask: (task: Task) => void;
  /** Ends the even split. */
  onForget: () => void;
}

/** What can be done with an open bill; Pay stays in reach on a phone. */
export const BillActions = ({ check, share, isPrinting, onTask, onForget }: BillActionsProps) => {
  const mayPay = useMay(payCheck);
  const mayChange = useMay(moveCheck);
  const mayAdd = useHas('POS');
  const { currency, due, covers, table_id: tableId } = check;
  return (
    <>
      {mayPay && (
        <div className={classes.bar}>
          {due > 0 && (
            <span className={classes.due} aria-hidden>
              {share ? `Share ${share.number} of ${share.of}` : 'Due'} <Money value={share?.amount ?? due} currency={currency} />
            </span>
          )}
          <Button fullWidth className={classes.pay} onClick={() => onTask('pay')}>
            {share ? `Pay share ${share.number} of ${share.of}` : due > 0 ? 'Pay' : 'Close the bill'}
            {due > 0 && <Money value={share?.amount ?? due} currency={currency} className={classes.sum} />}
          </Button>
        </div>
      )}
      <div role="group" aria-label="This bill" className={classes.actions}>
        {share && (
          <Button variant="default" className={classes.wide} onClick={onForget}>
            End the even split
          </Button>
        )}
        {mayChange && (
          <>
            <Button variant="default" leftSection={<IconArrowsSplit2 size={18} aria-hidden />} onClick={() => onTask('split')}>
              Split
            </Button>
            <Button variant="default" leftSection={<IconArrowRight size={18} aria-hidden />} onClick={() => onTask('move')}>
              Move table
            </Button>
            <Button variant="default" leftSection={<IconArrowMerge size={18} aria-hidden />} onClick={() => onTask('merge')}>
              Merge
            </Button>
          </>
        )}
        {/* what is sold at the table joins its first bill */}
        {mayAdd && tableId !== null && check.bill_no === 1 && (
          <Button
            variant="default"
            component={Link}
            to={`/dashboard/pos?table=${tableId}`}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            Add items
          </Button>
        )}
        {check.orders.length > 0 && (
          <Button variant="default" leftSection={<IconDiscount size={18} aria-hidden />} onClick={() => onTask('discount')}>
            Discount
          </Button>
        )}
        <Button variant="default" leftSection={<IconUsers size={18} aria-hidden />} onClick={() => onTask('covers')}>
          Guests{covers !== null && covers > 0 ? `: ${covers}` : ''}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} loading={isPrinting} onClick={() => onTask('print')}>
          Print bill
        </Button>
      </div>
    </>
  );
};
