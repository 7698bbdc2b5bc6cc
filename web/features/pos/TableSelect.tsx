import { Select } from '@mantine/core';
import type { PosInit } from '#contract/pos.ts';
import classes from './TableSelect.module.css';

type StoreTable = PosInit['storeTables'][number];

interface TableSelectProps {
  tables: readonly StoreTable[];
  value: number | null;
  onChange: (tableId: number | null) => void;
}

/** So few can be overlooked: an on-screen keyboard would only cover them. */
const FEW = 24;

export const labelOf = ({ table_title, floor }: StoreTable): string => (floor && floor !== '-' ? `${table_title} · ${floor}` : table_title);

export const TableSelect = ({ tables, value, onChange }: TableSelectProps) => {
  // Titles are enough where they are unique; the field is narrow on a tablet.
  const areUnique = new Set(tables.map(({ table_title }) => table_title)).size === tables.length;
  const byId = new Map(tables.map((table) => [String(table.id), table]));
  return (
    <Select
      aria-label="Table"
      placeholder="Table"
      data={tables.map((table) => ({ value: String(table.id), label: areUnique ? table.table_title : labelOf(table) }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchable
      clearable
      inputMode={tables.length > FEW ? 'search' : 'none'}
      nothingFoundMessage="No result found!"
      withScrollArea={false}
      clearButtonProps={{ 'aria-label': 'No table', size: 'lg' }}
      // In place, so that it stays within the landmark; fixed, so that the cart does not cut it off.
      comboboxProps={{ shadow: 'md', withinPortal: false, floatingStrategy: 'fixed', width: 'max-content', position: 'bottom-end' }}
      renderOption={({ option }) => {
        const table = byId.get(option.value);
        return (
          table && (
            <div className={classes.option}>
              <span className={classes.title}>{table.table_title}</span>{' '}
              <span className={classes.facts}>
                {table.seating_capacity} {table.seating_capacity === 1 ? 'person' : 'persons'}
                {table.floor && table.floor !== '-' && ` · ${table.floor}`}
              </span>
            </div>
          )
        );
      }}
      classNames={{ option: classes.row, options: classes.rows }}
    />
  );
};
