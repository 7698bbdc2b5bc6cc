import { Alert, Button, Group, NativeSelect, NumberInput, SimpleGrid, Text, Textarea } from '@mantine/core';
import { DatePickerInput, TimeGrid, TimePicker } from '@mantine/dates';
import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react';
import { useState } from 'react';
import { addCustomer } from '#contract/customers.ts';
import {
  addReservation,
  listClashes,
  listReservations,
  type Reservation,
  RESERVATION_NOTES_MAX,
  type ReservationStatus,
  reservationStatuses,
  searchReservations,
  updateReservation,
} from '#contract/reservations.ts';
import { CustomerDialog } from '#web/parts/CustomerDialog.tsx';
import { CustomerSearch, type PickedCustomer } from '#web/parts/CustomerSearch.tsx';
import { FormDialog } from '#web/parts/FormDialog.tsx';
import { useAction, useReply } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { useMay } from '#web/platform/session.tsx';
import { wallOf } from '#web/platform/store-clock.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { clashText, nameOf, type Store } from './names.ts';
import classes from './ReservationDialog.module.css';
import { earlySlots, slots } from './slots.ts';

interface ReservationDialogProps {
  /** Without one a new one is booked. */
  reservation?: Reservation | undefined;
  /** Where a new one begins. */
  day: string;
  tableId?: number | undefined;
  store: Store;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  customerId: string;
  date: string;
  time: string;
  peopleCount: number | string;
  tableId: string;
  status: ReservationStatus;
  notes: string;
}

const PAST = 'Please select a time that is not past!';
const statusTitles: Record<ReservationStatus, string> = { booked: 'Booked', paid: 'Paid', cancelled: 'Cancelled' };

/** Says, before it is saved, who else is at the table around that time. */
const useClashes = ({ tableId, date, time, status }: Values, except: number | undefined) => {
  const isAsked = tableId !== '' && date !== '' && time !== '' && status !== 'cancelled';
  const query = { tableId, date: `${date}T${time}`, ...(except && { except: String(except) }) };
  const clashes = useReply(listClashes, { query }, { enabled: isAsked });
  return isAsked ? (clashes.data ?? []) : [];
};

const liesBefore = ({ date, time }: Pick<Values, 'date' | 'time'>, timezone: string, at = serverNow()): boolean => {
  const present = wallOf(at, timezone);
  return date !== '' && time !== '' && `${date}T${time}` < `${present.date}T${present.time}`;
};

export const ReservationDialog = ({ reservation, day, tableId, store, onClose }: ReservationDialogProps) => {
  const [customer, setCustomer] = useState<PickedCustomer | null>(null);
  const [typed, setTyped] = useState<string>();
  const [isEarly, setEarly] = useState(false);
  const [openedAt] = useState(serverNow);
  const now = wallOf(openedAt, store.timezone);
  const before = reservation && wallOf(reservation.date, store.timezone);
  /** What is not moved keeps its instant, in the hour too that autumn's clocks show twice. */
  const dateOf = ({ date, time }: Values): string => {
    if (reservation && before && date === before.date && time === before.time) return reservation.date;
    return date && time ? `${date}T${time}` : '';
  };
  const toBody = (values: Values) => {
    const { status, notes, peopleCount } = values;
    const body = { date: dateOf(values), tableId: values.tableId ? Number(values.tableId) : null, status, notes, peopleCount };
    return reservation ? body : { ...body, customerId: values.customerId };
  };
  const reading = {
    take: (field: string, value: unknown) => {
      if (field === 'date') return wallOf(String(value), store.timezone);
      return field === 'tableId' ? { tableId: value === null ? '' : String(value) } : undefined;
    },
    text: (field: string, value: unknown) => {
      if (field === 'date') return Object.values(wallOf(String(value), store.timezone)).join(' ');
      if (field === 'status') return statusTitles[value as ReservationStatus];
      return field === 'tableId' ? (store.storeTables.find(({ id }) => id === value)?.table_title ?? 'no table') : undefined;
    },
  };
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addReservation | typeof updateReservation, Values>(
    reservation ? updateReservation : addReservation,
    {
      customerId: reservation?.customer_id ?? '',
      date: before?.date ?? (day < now.date ? now.date : day),
      time: before?.time ?? '',
      peopleCount: reservation?.people_count ?? 2,
      tableId: String(reservation?.table_id ?? tableId ?? ''),
      status: reservation?.status ?? 'booked',
      notes: reservation?.notes ?? '',
    },
    toBody,
    reading,
  );
  const options = { refreshes: [listReservations, searchReservations], onDone: onClose, onFailed: showErrors };
  const add = useAction(addReservation, options);
  const update = useAction(updateReservation, options);
  const mayAddCustomer = useMay(addCustomer);
  const { values } = form;
  const clashes = useClashes(values, reservation?.id);
  const table = store.storeTables.find(({ id }) => String(id) === values.tableId);
  const isTooSmall = table && table.seating_capacity > 0 && Number(values.peopleCount) > table.seating_capacity;

  // a new one begins now at the earliest; the server also takes what is entered late (wire.md §3)
  const isPast = (chosen: Pick<Values, 'date' | 'time'>, at?: number) => !reservation && liesBefore(chosen, store.timezone, at);

  const save = (given: Values) => {
    if (isPast(given)) {
      form.setFieldError('date', PAST);
      return undefined;
    }
    const { customerId, ...body } = { customerId: given.customerId, ...(toBody(given) as Omit<ReturnType<typeof toBody>, 'customerId'>) };
    return reservation
      ? update.run({ params: { id: String(reservation.id) }, body: { ...body, basedOn: basedOn() } })
      : add.run({ body: { customerId, ...body } });
  };

  const pick = (picked: PickedCustomer | null) => {
    setCustomer(picked);
    form.setFieldValue('customerId', picked?.phone ?? '');
    form.clearFieldError('customerId');
  };

  const { error: refused, ...dateField } = form.getInputProps('date');
  const dateError = refused ?? (isPast(values, openedAt) ? PAST : undefined);
  const { error: _, ...timeField } = form.getInputProps('time');
  // a table that was deleted stays on the reservations that have it
  const isGone = reservation?.table_id && !store.storeTables.some(({ id }) => id === reservation.table_id);

  return (
    <>
      <FormDialog
        title={reservation ? 'Update Reservation' : 'New Reservation'}
        label={reservation ? 'Save' : 'Book'}
        isPending={add.isPending || update.isPending}
        isChanged={form.isDirty()}
        onSubmit={submit(save)}
        onClose={onClose}
      >
        {reservation ? (
          <div>
            <Text fw={600}>{nameOf(reservation)}</Text>
            <Text size="sm" c="dimmed" className="tabular">
              {[reservation.customer_id, `Code ${reservation.unique_code}`].filter(Boolean).join(' · ')}
            </Text>
          </div>
        ) : (
          <CustomerSearch
            label="Customer"
            value={customer}
            onChange={pick}
            onAdd={mayAddCustomer ? setTyped : undefined}
            error={form.errors['customerId']}
            autoFocus
          />
        )}
        <div>
          <Group gap="sm" align="flex-start" wrap="nowrap">
            <DatePickerInput
              flex={1}
              label="Date"
              valueFormat="ddd, D MMM YYYY"
              minDate={before && before.date < now.date ? before.date : now.date}
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
          <TimeGrid
            mt="xs"
            aria-label="Times"
            data={isEarly ? [...earlySlots, ...slots] : [...slots]}
            value={values.time || null}
            onChange={(time) => {
              form.setFieldValue('time', time?.slice(0, 5) ?? '');
              form.clearFieldError('date');
            }}
            disableTime={(time) => isPast({ date: values.date, time }, openedAt)}
            simpleGridProps={{ cols: { base: 4, xs: 6 }, spacing: 6, verticalSpacing: 6 }}
            classNames={{ control: classes.slot }}
          />
          {!isEarly && (
            <Button variant="subtle" color="gray" mt={4} onClick={() => setEarly(true)}>
              Earlier times
            </Button>
          )}
        </div>
        <SimpleGrid cols={2} spacing="sm">
          <NumberInput
            label="People"
            min={0}
            allowDecimal={false}
            allowNegative={false}
            inputMode="numeric"
            clampBehavior="none"
            {...form.getInputProps('peopleCount')}
          />
          <NativeSelect
            label="Status"
            data={reservationStatuses.map((value) => ({ value, label: statusTitles[value] }))}
            {...form.getInputProps('status')}
          />
        </SimpleGrid>
        <NativeSelect
          label="Table"
          data={[
            { value: '', label: 'No table yet' },
            ...store.storeTables.map(({ id, table_title, seating_capacity, floor }) => ({
              value: String(id),
              label: [table_title, `${seating_capacity} persons`, floor !== '-' && floor].filter(Boolean).join(' · '),
            })),
            ...(isGone ? [{ value: String(reservation.table_id), label: `${reservation.table_title} · no longer there` }] : []),
          ]}
          {...form.getInputProps('tableId')}
        />
        <div role="status">
          {clashes.length > 0 && (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title="Less than 90 minutes apart">
              {table?.table_title ?? 'This table'} is also booked for {clashes.map((clash) => clashText(clash, store.timezone)).join(', ')}.
              You can still save.
            </Alert>
          )}
          {isTooSmall && (
            <Text size="sm" mt={clashes.length > 0 ? 'xs' : 0} c="dimmed">
              {table.table_title} seats {table.seating_capacity}.
            </Text>
          )}
        </div>
        <Textarea label="Notes" autosize minRows={1} maxLength={RESERVATION_NOTES_MAX} {...form.getInputProps('notes')} />
      </FormDialog>
      {typed !== undefined && <CustomerDialog typed={typed} onSaved={pick} onClose={() => setTyped(undefined)} />}
    </>
  );
};
