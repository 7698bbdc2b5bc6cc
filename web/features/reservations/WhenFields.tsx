import { Button, Group, Text } from '@mantine/core';
import { DatePickerInput, TimeGrid, TimePicker } from '@mantine/dates';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useState } from 'react';
import { dayText } from '#web/platform/store-clock.ts';
import classes from './ReservationDialog.module.css';
import { earlySlots, slots } from './slots.ts';
import { PAST, type ReservationForm } from './use-reservation-form.ts';

/** The day and the time: typed, or touched among the usual ones. */
export const WhenFields = ({ form, minDate, wasPast, nightOf }: Pick<ReservationForm, 'form' | 'minDate' | 'wasPast' | 'nightOf'>) => {
  const [isEarly, setEarly] = useState(false);
  const { values } = form;
  const { error: refused, ...dateField } = form.getInputProps('date');
  const dateError = refused ?? (wasPast(values) ? PAST : undefined);
  const { error: _, ...timeField } = form.getInputProps('time');
  const toCome = (times: readonly string[]) => times.filter((time) => !wasPast({ date: values.date, time }));
  const early = toCome(earlySlots);
  const night = nightOf(values);
  const offered = [...(isEarly ? early : []), ...toCome(slots)];
  return (
    <div>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <DatePickerInput
          flex={1}
          label="Date"
          valueFormat="ddd, D MMM YYYY"
          minDate={minDate}
          leftSection={<IconCalendarEvent size={18} aria-hidden />}
          error={dateError}
          {...dateField}
        />
        <TimePicker
          w={116}
          label="Time"
          hoursInputLabel="Hours"
          minutesInputLabel="Minutes"
          {...timeField}
          error={dateError ? true : undefined}
          onChange={(time) => {
            form.setFieldValue('time', time);
            form.clearFieldError('date');
          }}
        />
      </Group>
      {night && (
        <Text mt={4} size="sm" c="dimmed" role="status">
          At {values.time.slice(0, 5)} it is still the night of {dayText(night)}.
        </Text>
      )}
      <TimeGrid
        mt="xs"
        aria-label="Times"
        data={offered}
        value={values.time || null}
        onChange={(time) => {
          form.setFieldValue('time', time?.slice(0, 5) ?? '');
          form.clearFieldError('date');
        }}
        simpleGridProps={{ cols: { base: 4, xs: 6 }, spacing: 6, verticalSpacing: 6 }}
        classNames={{ control: classes.slot }}
      />
      {offered.length === 0 && (
        <Text size="sm" c="dimmed">
          The usual times of this day are past. Type a later one, or choose another day.
        </Text>
      )}
      {!isEarly && early.length > 0 && (
        <Button variant="subtle" color="gray" mt={4} onClick={() => setEarly(true)}>
          Earlier times
        </Button>
      )}
    </div>
  );
};
