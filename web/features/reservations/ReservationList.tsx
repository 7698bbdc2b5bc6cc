import { Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Reservation } from '#contract/reservations.ts';
import { ReservationStatus } from '#web/parts/ReservationStatus.tsx';
import { RowActions } from '#web/parts/RowActions.tsx';
import { businessDayOf, dayText, wallOf } from '#web/platform/store-clock.ts';
import { clashText, nameOf, peopleText, type Store } from './names.ts';
import classes from './ReservationList.module.css';

interface RowProps {
  reservation: Reservation;
  store: Store;
  mayChange: boolean;
  onEdit: (reservation: Reservation) => void;
  onDelete: (reservation: Reservation) => void;
}

const Row = ({ reservation, store, mayChange, onEdit, onDelete }: RowProps) => {
  const { date, customer_id, table_title, people_count, notes, status, unique_code, clashes } = reservation;
  const { time } = wallOf(date, store.timezone);
  const place = table_title ?? 'No table';
  return (
    <li className={classes.row} data-status={status}>
      <time className={classes.time} dateTime={date}>
        {time}
      </time>
      <div className={classes.who}>
        <span className={classes.name}>{nameOf(reservation)}</span>
        <span className={classes.facts}>
          {peopleText(people_count)} · {place}
        </span>
        <span className={classes.facts}>
          {customer_id && (
            <a className={classes.phone} href={`tel:${customer_id.replace(/[^\d+]/g, '')}`}>
              {customer_id}
            </a>
          )}
          <span className={`${classes.code} tabular`} title="Code of the reservation">
            {unique_code}
          </span>
        </span>
        {notes && <p className={classes.notes}>{notes}</p>}
        {clashes.length > 0 && (
          <p className={classes.clash}>
            <IconAlertTriangle size={16} stroke={2} aria-hidden />
            <span>
              {table_title} is also booked for {clashes.map((clash) => clashText(clash, store.timezone)).join(', ')}
            </span>
          </p>
        )}
      </div>
      <div className={classes.side}>
        <ReservationStatus status={status} />
        {mayChange && (
          <RowActions name={`${nameOf(reservation)}, ${time}`} onEdit={() => onEdit(reservation)} onDelete={() => onDelete(reservation)} />
        )}
      </div>
    </li>
  );
};

type ListProps = Omit<RowProps, 'reservation'> & { reservations: readonly Reservation[] };

/** Reservations by time, below the day that they are on. */
export const ReservationList = ({ reservations, ...rest }: ListProps) => (
  <div className={classes.days}>
    {[...Map.groupBy(reservations, ({ date }) => businessDayOf(date, rest.store))].map(([day, rows]) => (
      <section key={day} aria-label={dayText(day)}>
        <Title order={2} className={classes.day}>
          {dayText(day)} <span className={classes.count}>{rows.length === 1 ? '1 reservation' : `${rows.length} reservations`}</span>
        </Title>
        <ul className={classes.rows}>
          {rows.map((reservation) => (
            <Row key={reservation.id} reservation={reservation} {...rest} />
          ))}
        </ul>
      </section>
    ))}
  </div>
);
