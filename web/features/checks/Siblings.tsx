import { Link } from 'react-router';
import type { Check, CheckRow } from '#contract/checks.ts';
import { Money } from '#web/parts/Money.tsx';
import { billName, pageOf } from '#web/parts/bill-text.ts';
import classes from './Siblings.module.css';

interface SiblingsProps {
  check: Check;
  checks: readonly CheckRow[];
  currency: string;
}

/** What tells it apart here: a part that was moved has a table of its own. */
const labelOf = (row: CheckRow, table: number | null): string => {
  if (row.table_id !== table) return billName(row);
  return row.name ?? (row.bill_no === null ? billName(row) : `Bill ${row.bill_no}`);
};

/** The open bills of the same table, and those that were split off here, each one touch away. */
export const Siblings = ({ check, checks, currency }: SiblingsProps) => {
  const { check_id: own, table_id: table, parts } = check;
  const here = checks.filter(({ check_id: id, table_id }) => (table !== null && table_id === table) || id === own || parts.includes(id));
  if (here.length < 2) return null;
  return (
    <nav aria-label="Bills of this table" className={classes.bills}>
      {here.map((row) => (
        <Link
          key={row.check_id}
          to={pageOf(row.check_id)}
          className={classes.bill}
          aria-current={row.check_id === own ? 'page' : undefined}
        >
          {labelOf(row, table)}
          <Money value={row.due} currency={currency} />
        </Link>
      ))}
    </nav>
  );
};
