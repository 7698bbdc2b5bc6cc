import type { ReactNode } from 'react';
import { SkeletonRows } from '#web/ui/Loaded.tsx';
import { RowActions } from './RowActions.tsx';
import classes from './SetupTable.module.css';

interface Column<Row> {
  title: string;
  cell: (row: Row, place: number) => ReactNode;
  isFigure?: boolean;
  /** Takes the room that the others leave; they stand together at the right. */
  isMain?: boolean;
  /** Left out on a phone. */
  isWideOnly?: boolean;
}

interface SetupTableProps<Row> {
  /** What the rows are. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => void;
}

/** The short lists an owner keeps: taxes, categories, payment types, each row with edit and delete. */
export const SetupTable = <Row extends { id: number; title: string }>({ label, columns, rows, onEdit, onDelete }: SetupTableProps<Row>) => {
  const look = ({ isFigure, isMain, isWideOnly }: Column<Row>) =>
    [isFigure && classes.figure, isMain && classes.main, isWideOnly && classes.wideOnly].filter(Boolean).join(' ');
  return (
    <div className="table-frame">
      <table className={`row-table ${classes.table}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={look(column)}>
                {column.title}
              </th>
            ))}
            <th scope="col" className={classes.actions}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.title} className={look(column)}>
                  {column.cell(row, place)}
                </td>
              ))}
              <td className={classes.actions}>
                <RowActions name={row.title} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** What stands there until the rows are known. */
export const setupSkeleton = <SkeletonRows amount={5} height={52} />;
