import type { OpenCheck } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import { Money } from '#web/parts/Money.tsx';
import classes from './TableButtons.module.css';
import { labelsOf } from './TableSelect.tsx';

interface TableButtonsProps {
  tables: PosInit['storeTables'];
  /** Of the tables at which somebody sits. */
  checks: readonly OpenCheck[];
  currency: string;
  /** What a touch does, before the table's title. */
  verb: 'Choose' | 'Send to';
  disabled?: boolean;
  /** Where the keyboard has the table field beside them, they are no stops on its way. */
  isForTouch?: boolean;
  onChoose: (tableId: number) => void;
}

/** All tables, each one touch away. */
export const TableButtons = ({ tables, checks, currency, verb, disabled, isForTouch, onChoose }: TableButtonsProps) => {
  const labels = labelsOf(tables);
  const dueAt = new Map(checks.map(({ table_id: id, due }) => [id, due]));
  return (
    <div role="group" aria-label="Tables" className={classes.tables}>
      {tables.map(({ id }) => {
        const due = dueAt.get(id);
        return (
          <button
            key={id}
            type="button"
            className={`${classes.table} mantine-focus-auto mantine-active`}
            aria-label={`${verb} ${labels.get(id)}`}
            data-open={due !== undefined || undefined}
            disabled={disabled}
            tabIndex={isForTouch ? -1 : undefined}
            onClick={() => onChoose(id)}
          >
            {labels.get(id)}
            {/* the name of the button is what it does; the field beside it says what is due, too */}
            {due !== undefined && due > 0 && (
              <span aria-hidden>
                <Money value={due} currency={currency} className={classes.due} />
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
};
