import { useState } from 'react';
import { addDays } from '#contract/periods.ts';
import {
  addReservation,
  listReservations,
  type Reservation,
  type ReservationStatus,
  searchReservations,
  updateReservation,
} from '#contract/reservations.ts';
import { useAction } from '#web/platform/api.ts';
import { useContractForm } from '#web/platform/forms.ts';
import { serverNow } from '#web/platform/server-clock.ts';
import { wallOf } from '#web/platform/store-clock.ts';
import { statusTitles, type Store } from './names.ts';

export interface ReservationValues extends Record<string, unknown> {
  customerId: string;
  date: string;
  time: string;
  peopleCount: number | string;
  tableId: string;
  status: ReservationStatus;
  notes: string;
}

export interface ReservationBeginning {
  /** Without one a new one is booked. */
  reservation?: Reservation | undefined;
  /** Where a new one begins. */
  day: string;
  tableId?: number | undefined;
  store: Store;
}

export const PAST = 'Please select a time that is not past!';

const liesBefore = ({ date, time }: Pick<ReservationValues, 'date' | 'time'>, timezone: string, at = serverNow()): boolean => {
  const present = wallOf(at, timezone);
  return date !== '' && time !== '' && `${date}T${time}` < `${present.date}T${present.time}`;
};

/** How the form holds a field of the server's, and how people read it. */
const readingOf = ({ timezone, storeTables }: Store) => ({
  take: (field: string, value: unknown) => {
    if (field === 'date') return wallOf(String(value), timezone);
    return field === 'tableId' ? { tableId: value === null ? '' : String(value) } : undefined;
  },
  text: (field: string, value: unknown) => {
    if (field === 'date') return Object.values(wallOf(String(value), timezone)).join(' ');
    if (field === 'status') return statusTitles[value as ReservationStatus];
    return field === 'tableId' ? (storeTables.find(({ id }) => id === value)?.table_title ?? 'no table') : undefined;
  },
});

const valuesOf = ({ reservation, day, tableId, store }: ReservationBeginning, today: string): ReservationValues => {
  const before = reservation && wallOf(reservation.date, store.timezone);
  return {
    customerId: reservation?.customer_id ?? '',
    date: before?.date ?? (day < today ? today : day),
    time: before?.time ?? '',
    peopleCount: reservation?.people_count ?? 2,
    tableId: String(reservation?.table_id ?? tableId ?? ''),
    status: reservation?.status ?? 'booked',
    notes: reservation?.notes ?? '',
  };
};

/** A reservation as a form in the store's clock, and how it is saved. */
export const useReservationForm = (beginning: ReservationBeginning, onClose: () => void) => {
  const { reservation, store } = beginning;
  const [openedAt] = useState(serverNow);
  const today = wallOf(openedAt, store.timezone).date;
  const before = reservation && wallOf(reservation.date, store.timezone);
  /** What is not moved keeps its instant, in the hour too that autumn's clocks show twice. */
  const dateOf = ({ date, time }: ReservationValues): string => {
    if (reservation && before && date === before.date && time === before.time) return reservation.date;
    return date && time ? `${date}T${time}` : '';
  };
  const toBody = (values: ReservationValues) => {
    const { status, notes, peopleCount } = values;
    const body = { date: dateOf(values), tableId: values.tableId ? Number(values.tableId) : null, status, notes, peopleCount };
    // an erased customer may stay
    return reservation && !reservation.customer_id && !values.customerId ? body : { ...body, customerId: values.customerId };
  };
  const { form, submit, showErrors, basedOn } = useContractForm<typeof addReservation | typeof updateReservation, ReservationValues>(
    reservation ? updateReservation : addReservation,
    valuesOf(beginning, today),
    toBody,
    readingOf(store),
  );
  const options = { refreshes: [listReservations, searchReservations], onDone: onClose, onFailed: showErrors };
  const add = useAction(addReservation, options);
  const update = useAction(updateReservation, options);

  // a new one begins now at the earliest; the server also takes what is entered late (wire.md §3)
  const isPast = (chosen: Pick<ReservationValues, 'date' | 'time'>, at?: number) => !reservation && liesBefore(chosen, store.timezone, at);

  const save = (given: ReservationValues) => {
    if (isPast(given)) {
      form.setFieldError('date', PAST);
      return undefined;
    }
    const body = toBody(given);
    return reservation
      ? update.run({ params: { id: String(reservation.id) }, body: { ...body, basedOn: basedOn() } })
      : add.run({ body: { ...body, customerId: given.customerId } });
  };
  return {
    form,
    onSubmit: submit(save),
    isPending: add.isPending || update.isPending,
    /** The first day that may be chosen. */
    minDate: before && before.date < today ? before.date : today,
    /** Whether a time was past already when the form was opened. */
    wasPast: (chosen: Pick<ReservationValues, 'date' | 'time'>) => isPast(chosen, openedAt),
    /** The day whose night lasts on at this time: in that one's list it stands, and not in that of the date; undefined at any other. */
    nightOf: ({ date, time }: Pick<ReservationValues, 'date' | 'time'>): string | undefined =>
      date !== '' && time !== '' && time < store.dayStart ? addDays(date, -1) : undefined,
  };
};
export type ReservationForm = ReturnType<typeof useReservationForm>;
