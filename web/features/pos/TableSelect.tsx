import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useState } from 'react';
import type { OpenCheck } from '#contract/orders.ts';
import type { PosInit } from '#contract/pos.ts';
import { dateAndTime } from '#web/platform/dates.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { useRerender } from '#web/ui/use-rerender.ts';
import { CheckFacts } from './CheckFacts.tsx';
import classes from './TableSelect.module.css';

type StoreTable = PosInit['storeTables'][number];

interface TableSelectProps {
  tables: readonly StoreTable[];
  /** Of the tables at which somebody sits. */
  checks: readonly OpenCheck[];
  currency: string;
  timezone: string;
  value: number | null;
  onChange: (tableId: number | null) => void;
}

/** So few can be overlooked: an on-screen keyboard would only cover them. */
const FEW = 24;

export const labelOf = ({ table_title, floor }: StoreTable): string => (floor && floor !== '-' ? `${table_title} · ${floor}` : table_title);

/** Titles are enough where they are unique. */
export const labelsOf = (tables: readonly StoreTable[]): Map<number, string> => {
  const areUnique = new Set(tables.map(({ table_title: title }) => title)).size === tables.length;
  return new Map(tables.map((table) => [table.id, areUnique ? table.table_title : labelOf(table)]));
};

/** '18:30', or with its date when that is another day. */
const timeOf = (instant: string, timezone: string): string => {
  const [day, time] = dateAndTime(instant, timezone).split(', ');
  const [today] = dateAndTime(new Date(serverNow()).toISOString(), timezone).split(', ');
  return day === today && time ? time : `${day}, ${time}`;
};

/** Where a 2 is typed, table 2 comes before table 12: Enter takes the first one. */
const exactFirst: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase();
  const found = (options as ComboboxItem[]).filter(({ label }) => label.toLowerCase().includes(wanted));
  const isExact = ({ label }: ComboboxItem) => Number(label.toLowerCase() === wanted);
  return found.sort((a, b) => isExact(b) - isExact(a));
};

export const TableSelect = ({ tables, checks, currency, timezone, value, onChange }: TableSelectProps) => {
  // Sixty rows that nobody has asked for would delay the whole screen; once the field has the focus they are there, as the arrow keys need them.
  const [isUsed, setUsed] = useState(false);
  const rerender = useRerender();
  const labels = labelsOf(tables);
  const byId = new Map(tables.map((table) => [String(table.id), table]));
  const checkOf = new Map(checks.map((check) => [String(check.table_id), check]));
  return (
    <Select
      aria-label="Table"
      placeholder="Table"
      data={[
        ...tables.map(({ id }) => ({ value: String(id), label: labels.get(id)! })),
        // so that it can be seen and taken away
        ...(value === null || byId.has(String(value)) ? [] : [{ value: String(value), label: 'Unknown table' }]),
      ]}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onFocus={() => setUsed(true)}
      onDropdownOpen={rerender}
      searchable
      filter={exactFirst}
      // what is typed and not chosen would stand there as if it were
      selectFirstOptionOnChange
      clearable
      // the table that is chosen already, touched again, stays it
      allowDeselect={false}
      // The field is narrow on a tablet: the title needs the arrows' place.
      clearSectionMode="clear"
      inputMode={tables.length > FEW ? 'search' : 'none'}
      nothingFoundMessage={tables.length === 0 ? 'No tables yet. They are added in the settings.' : 'No result found!'}
      withScrollArea={false}
      // a finger's 44 px, and nothing drawn over the field's border
      clearButtonProps={{ 'aria-label': 'No table', size: '44px', className: classes.clear, style: { background: 'none' } }}
      rightSectionWidth={44}
      // In place, so that it stays within the landmark; fixed, so that the cart does not cut it off.
      comboboxProps={{
        keepMounted: isUsed,
        shadow: 'md',
        withinPortal: false,
        floatingStrategy: 'fixed',
        width: 'max-content',
        position: 'bottom-end',
      }}
      renderOption={({ option }) => {
        const table = byId.get(option.value);
        const check = checkOf.get(option.value);
        return (
          (table && (
            <div className={classes.option}>
              <span className={classes.title}>{table.table_title}</span>{' '}
              <span className={classes.facts}>
                {table.seating_capacity} {table.seating_capacity === 1 ? 'person' : 'persons'}
                {table.floor && table.floor !== '-' && ` · ${table.floor}`}
              </span>{' '}
              {check && (
                <span className={classes.check}>
                  Open check · <CheckFacts check={check} currency={currency} /> · since{' '}
                  <time dateTime={check.since}>{timeOf(check.since, timezone)}</time>
                </span>
              )}
            </div>
          )) ??
          option.label
        );
      }}
      classNames={{ option: classes.row, options: classes.rows }}
    />
  );
};
