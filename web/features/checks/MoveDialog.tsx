import { Button } from '@mantine/core';
import type { Check, CheckRow } from '#contract/checks.ts';
import { finder } from '#contract/search.ts';
import { Money } from '#web/parts/Money.tsx';
import { SearchBox } from '#web/parts/SearchBox.tsx';
import { useSearch } from '#web/parts/use-search.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { billName } from '#web/parts/bill-text.ts';
import { sayLaterRounds } from './check-text.ts';
import classes from './MoveDialog.module.css';

interface Table {
  id: number;
  table_title: string;
  floor: string;
}

interface MoveDialogProps {
  check: Check;
  tables: readonly Table[];
  /** The open bills. */
  checks: readonly CheckRow[];
  /** The bill of the table that was touched, which may take this one. */
  taken: CheckRow | undefined;
  isPending: boolean;
  onMove: (tableId: number | null, title: string | undefined) => void;
  onMerge: (checkId: number, name: string) => void;
  onBack: () => void;
  onClose: () => void;
}

/** So few can be overlooked: an on-screen keyboard would only cover them. */
const FEW = 12;

/** A free table, or none; a table with an open bill may take this one onto it. */
export const MoveDialog = (props: MoveDialogProps) => {
  const { check, tables, checks, taken, isPending, onMove, onMerge, onBack, onClose } = props;
  const search = useSearch('', 0);
  const { currency } = check;
  const openAt = new Map(checks.filter(({ bill_no: number }) => number === 1).map((row) => [row.table_id, row]));
  const isFound = finder(search.typed);
  const others = tables.filter(({ id, table_title: title, floor }) => id !== check.table_id && isFound(title, floor));

  if (taken)
    return (
      <Dialog
        key="taken"
        opened
        onClose={() => isPending || onClose()}
        title={`${taken.table_title} has an open bill`}
        footer={
          <>
            <Button variant="default" disabled={isPending} onClick={onBack}>
              Go back
            </Button>
            <Button loading={isPending} data-autofocus onClick={() => onMerge(taken.check_id, billName(taken))}>
              Merge
            </Button>
          </>
        }
      >
        <p className={classes.sentence}>
          <Money value={taken.due} currency={currency} /> is due there. Merge puts everything of {billName(check)} onto that bill.
        </p>
        <p className={classes.sentence}>{sayLaterRounds(billName(taken))}</p>
      </Dialog>
    );
  return (
    <Dialog
      key="tables"
      opened
      size="lg"
      onClose={() => isPending || onClose()}
      title={`Move – ${billName(check)}`}
      footer={
        <Button variant="default" disabled={isPending} onClick={onClose}>
          Go back
        </Button>
      }
    >
      {tables.length > FEW && <SearchBox search={search} label="Search tables" placeholder="Table or floor" className={classes.search} />}
      <div role="group" aria-label="Tables" className={classes.tables}>
        {check.table_id !== null && (
          <button type="button" className={`chip ${classes.table}`} disabled={isPending} onClick={() => onMove(null, undefined)}>
            No table
          </button>
        )}
        {others.map(({ id, table_title: title, floor }) => {
          const open = openAt.get(id);
          return (
            <button key={id} type="button" className={`chip ${classes.table}`} disabled={isPending} onClick={() => onMove(id, title)}>
              <span>{title}</span> {floor && floor !== '-' && <span className={classes.quiet}>{floor}</span>}{' '}
              {open && (
                <span className={classes.quiet}>
                  Open bill, <Money value={open.due} currency={currency} />
                </span>
              )}
            </button>
          );
        })}
      </div>
      {others.length === 0 && <p className={classes.sentence}>{search.typed.trim() ? 'No result found!' : 'There is no other table.'}</p>}
    </Dialog>
  );
};
