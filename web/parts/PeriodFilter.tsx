import { Group, NativeSelect, TextInput } from '@mantine/core';
import { getProfile } from '#contract/auth.ts';
import { faultOfDays } from '#contract/period.ts';
import type { PeriodType } from '#contract/periods.ts';
import { useReply } from '#web/platform/api.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { businessDayOf } from '#web/platform/store-clock.ts';

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

const dayOf = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The same day of the month so many months away, or that month's last day: 31 January leads to the end of February. */
const monthsFrom = (today: string, months: number): string => {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  return dayOf(year, month - 1 + months, Math.min(day, new Date(Date.UTC(year, month + months, 0)).getUTCDate()));
};

/** The restaurant's business day; the provider's days are those of UTC (wire.md §1). */
const useToday = () => {
  // FreshUser asks for it
  const { timezone = 'UTC', day_start: dayStart = '00:00' } = useReply(getProfile, {}, { enabled: false }).data ?? {};
  return () => businessDayOf(serverNow(), { timezone, dayStart });
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
  const todayNow = useToday();
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
          if (type !== 'custom') return onChange({ type });
          const today = todayNow();
          // part-2 §9; what has happened is looked back at
          onChange({ type, from: looksBack ? monthsFrom(today, -1) : today, to: looksBack ? today : monthsFrom(today, 1) });
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
