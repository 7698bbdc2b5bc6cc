import { Button } from '@mantine/core';
import type { Check, CheckRow } from '#contract/checks.ts';
import { SearchBox } from '#web/parts/SearchBox.tsx';
import { useSearch } from '#web/parts/use-search.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { BillList, findBills } from '#web/parts/BillList.tsx';
import { billName } from '#web/parts/bill-text.ts';
import { sayLaterRounds } from './check-text.ts';
import classes from './MoveDialog.module.css';

const FEW = 6;

interface MergeDialogProps {
  check: Check;
  checks: readonly CheckRow[];
  isPending: boolean;
  onMerge: (checkId: number, name: string) => void;
  onClose: () => void;
}

/** Takes another bill onto this one. */
export const MergeDialog = ({ check, checks, isPending, onMerge, onClose }: MergeDialogProps) => {
  const search = useSearch('', 0);
  const others = checks.filter(({ check_id: id }) => id !== check.check_id);
  const shown = findBills(others, search.typed);
  return (
    <Dialog
      opened
      size="lg"
      onClose={() => isPending || onClose()}
      title={`Merge onto ${billName(check)}`}
      footer={
        <Button variant="default" disabled={isPending} onClick={onClose}>
          Go back
        </Button>
      }
    >
      {others.length > FEW && (
        <SearchBox search={search} label="Search bills" placeholder="Table, floor or customer" className={classes.search} />
      )}
      {others.length > 0 && <p className={classes.sentence}>{sayLaterRounds(billName(check))}</p>}
      {shown.length === 0 ? (
        <p className={classes.sentence}>{others.length === 0 ? 'There is no other open bill.' : 'No result found!'}</p>
      ) : (
        <BillList
          rows={shown}
          currency={check.currency}
          row={(row, className, content) => (
            <button type="button" className={className} disabled={isPending} onClick={() => onMerge(row.check_id, billName(row))}>
              {content}
            </button>
          )}
        />
      )}
    </Dialog>
  );
};
