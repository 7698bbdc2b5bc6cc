import { Alert, NativeSelect, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { listClashes, type Reservation } from '#contract/reservations.ts';
import { useReply } from '#web/platform/api.ts';
import { clashesText, type Store } from './names.ts';
import type { ReservationForm, ReservationValues } from './use-reservation-form.ts';
import { factsText } from '#web/ui/own-direction.ts';

/** Says, before it is saved, who else is at the table around that time. */
const useClashes = ({ tableId, date, time, status }: ReservationValues, except: number | undefined) => {
  const isAsked = tableId !== '' && date !== '' && time !== '' && status !== 'cancelled';
  const query = { tableId, date: `${date}T${time}`, ...(except && { except: String(except) }) };
  const clashes = useReply(listClashes, { query }, { enabled: isAsked });
  return isAsked ? (clashes.data ?? []) : [];
};

interface TableFieldProps {
  form: ReservationForm['form'];
  reservation: Reservation | undefined;
  store: Store;
}

/** Where they sit, and what speaks against it. */
export const TableField = ({ form, reservation, store }: TableFieldProps) => {
  const { values } = form;
  const clashes = useClashes(values, reservation?.id);
  const table = store.storeTables.find(({ id }) => String(id) === values.tableId);
  const isTooSmall = table && table.seating_capacity > 0 && Number(values.peopleCount) > table.seating_capacity;
  // a table that was deleted stays on the reservations that have it
  const isGone = reservation?.table_id && !store.storeTables.some(({ id }) => id === reservation.table_id);
  return (
    <>
      <NativeSelect
        label="Table"
        data={[
          { value: '', label: 'No table yet' },
          ...store.storeTables.map(({ id, table_title, seating_capacity, floor }) => ({
            value: String(id),
            label: factsText([table_title, `${seating_capacity} persons`, floor !== '-' && floor]),
          })),
          ...(isGone ? [{ value: String(reservation.table_id), label: `${reservation.table_title} · no longer there` }] : []),
        ]}
        {...form.getInputProps('tableId')}
      />
      <div role="status">
        {clashes.length > 0 && (
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title="Less than 90 minutes apart">
            {table?.table_title ?? 'This table'} is also booked for {clashesText(clashes, store.timezone)}. You can still save.
          </Alert>
        )}
        {isTooSmall && (
          <Text size="sm" mt={clashes.length > 0 ? 'xs' : 0} c="dimmed">
            {table.table_title} seats {table.seating_capacity}.
          </Text>
        )}
      </div>
    </>
  );
};
