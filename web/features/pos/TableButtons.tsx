import type { OpenCheck } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import classes from './TableButtons.module.css';
import { labelsOf } from './TableSelect.tsx';

interface TableButtonsProps {
  tables: PosInit['storeTables'];
  /** Of the tables at which somebody sits. */
  checks: readonly OpenCheck[];
  /** What a touch does, before the table's title. */
  verb: 'Choose' | 'Send to';
  disabled?: boolean;
  /** Where the keyboard has the table field beside them, they are no stops on its way. */
  isForTouch?: boolean;
  onChoose: (tableId: number) => void;
}

/** A word that is no wider than the button is not broken. */
const LONG_WORD = /\S{10}/;

/** All tables, each one touch away. */
export const TableButtons = ({ tables, checks, verb, disabled, isForTouch, onChoose }: TableButtonsProps) => {
  const labels = labelsOf(tables);
  const open = new Set(checks.map(({ table_id: id }) => id));
  return (
    <div role="group" aria-label="Tables" className={classes.tables}>
      {tables.map(({ id }) => (
        <button
          key={id}
          type="button"
          className={`${classes.table} mantine-focus-auto mantine-active`}
          aria-label={`${verb} ${labels.get(id)}`}
          data-open={open.has(id) || undefined}
          data-long={LONG_WORD.test(labels.get(id)!) || undefined}
          disabled={disabled}
          tabIndex={isForTouch ? -1 : undefined}
          onClick={() => onChoose(id)}
        >
          {labels.get(id)}
        </button>
      ))}
    </div>
  );
};
