import { Group, NativeSelect, TextInput } from '@mantine/core';
import { faultOfDays } from '#contract/period.ts';
import type { PeriodType } from '#contract/periods.ts';

/** What a list is asked for. Days are YYYY-MM-DD and only sent with `custom`. */
export interface Period<T extends PeriodType = PeriodType> {
  type: T;
  from?: string;
  to?: string;
}

const labels: Record<PeriodType, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  last_7days: 'Last 7 days',
  this_month: 'This month',
  last_month: 'Last month',
  custom: 'Custom',
};

/** 'Today', or the days of a custom one. */
export const periodTitle = ({ type, from, to }: Period): string => (type === 'custom' && from && to ? `${from} – ${to}` : labels[type]);

const dayText = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** From today to one month ahead (part-2 §9). */
const firstCustom = (): { from: string; to: string } => {
  const today = new Date();
  // Day 0 of the month after next is the last day of the next: 31 January leads to the end of February.
  const lastOfNext = new Date(today.getFullYear(), today.getMonth() + 2, 0).getDate();
  const to = new Date(today.getFullYear(), today.getMonth() + 1, Math.min(today.getDate(), lastOfNext));
  return { from: dayText(today), to: dayText(to) };
};

/** From one month ago to today: for what has happened. */
const lastCustom = (): { from: string; to: string } => {
  const today = new Date();
  // Day 0 of this month is the last day of the one before.
  const lastOfBefore = new Date(today.getFullYear(), today.getMonth(), 0).getDate();
  const from = new Date(today.getFullYear(), today.getMonth() - 1, Math.min(today.getDate(), lastOfBefore));
  return { from: dayText(from), to: dayText(today) };
};

/** True when the period can be asked for: as long as a custom one is being typed it cannot. */
export const isComplete = (period: Period): boolean => faultOfDays(period) === undefined;

interface PeriodFilterProps<T extends PeriodType> {
  types: readonly T[];
  value: Period<T>;
  onChange: (value: Period<T>) => void;
  /** What is listed lies in the past: Custom begins a month ago instead of ending a month ahead. */
  looksBack?: boolean;
}

/** The periods of the specification; with Custom two days, both inclusive. */
export const PeriodFilter = <T extends PeriodType>({ types, value, onChange, looksBack = false }: PeriodFilterProps<T>) => {
  const problem = faultOfDays(value);
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        flex="1 1 144px"
        aria-label="Period"
        data={types.map((type) => ({ value: type, label: labels[type] }))}
        value={value.type}
        onChange={(event) => {
          const type = event.currentTarget.value as T;
          onChange(type === 'custom' ? { type, ...(looksBack ? lastCustom() : firstCustom()) } : { type });
        }}
      />
      {value.type === 'custom' && (
        <Group gap="xs" align="flex-start" wrap="nowrap" flex="1 1 300px">
          <TextInput
            flex={1}
            type="date"
            aria-label="From"
            value={value.from}
            onChange={(event) => onChange({ ...value, from: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            type="date"
            aria-label="To"
            value={value.to}
            error={problem}
            onChange={(event) => onChange({ ...value, to: event.currentTarget.value })}
          />
        </Group>
      )}
    </Group>
  );
};
