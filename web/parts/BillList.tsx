import type { ReactNode } from 'react';
import type { CheckRow } from '#contract/checks.ts';
import { finder } from '#contract/search.ts';
import { ago } from './ago.ts';
import { Money } from './Money.tsx';
import { useServerNow } from '#web/platform/server-clock.ts';
import classes from './BillList.module.css';
import { deliveryTitle } from './delivery-titles.ts';
import { billName } from './bill-text.ts';
import { factsText } from '#web/ui/own-direction.ts';

const TICK_MS = 30_000;

interface BillListProps {
  rows: readonly CheckRow[];
  currency: string;
  /** What a touch on a row is: a link to its page, or a button. */
  row: (check: CheckRow, className: string, content: ReactNode) => ReactNode;
}

/** Bills whose table, floor, customer or waiter is called like this. */
export const findBills = (rows: readonly CheckRow[], text: string): CheckRow[] => {
  const isFound = finder(text);
  return rows.filter((row) => isFound(billName(row), row.floor, row.customer_name, row.customer_id, row.member_name));
};

/** Open bills, the oldest first: where, since when, how many rounds, what is due. */
export const BillList = ({ rows, currency, row }: BillListProps) => {
  const now = useServerNow(TICK_MS);
  return (
    <ul className={`surface ${classes.bills}`} aria-label="Open bills">
      {rows.map((check) => {
        const { check_id: id, floor, opened_at: at, covers, orders, paid, due, is_billed: isBilled, member_name: member } = check;
        const facts = [
          floor && floor !== '-' ? floor : check.table_title === null ? undefined : deliveryTitle(check.delivery_type),
          check.table_title !== null && check.customer_name,
          `${orders} ${orders === 1 ? 'round' : 'rounds'}`,
          covers !== null && covers > 0 && `${covers} ${covers === 1 ? 'guest' : 'guests'}`,
          member,
        ];
        return (
          <li key={id}>
            {row(
              check,
              classes.bill!,
              <>
                <span className={classes.name}>
                  {billName(check)}
                  {isBilled && <span className={classes.billed}>Printed</span>}
                </span>
                <Money value={due} currency={currency} className={classes.due} />
                <span className={classes.facts}>
                  {factsText(facts)} · <time dateTime={at}>{ago(at, now)}</time>
                </span>
                {paid > 0 && (
                  <span className={classes.paid}>
                    <Money value={paid} currency={currency} /> paid
                  </span>
                )}
              </>,
            )}
          </li>
        );
      })}
    </ul>
  );
};
