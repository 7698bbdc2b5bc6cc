import { Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { memo, useDeferredValue, useState } from 'react';
import { groupBy } from '#contract/group-by.ts';
import { arrivalOf, type Reservation, RESERVATIONS_SHOWN } from '#contract/reservations.ts';
import { GuestNote } from '#web/parts/GuestNote.tsx';
import { ReservationArrival } from '#web/parts/ReservationArrival.tsx';
import { ReservationStatus } from '#web/parts/ReservationStatus.tsx';
import { RowActions } from '#web/parts/RowActions.tsx';
import { businessDayOf, dayText, wallOf } from '#web/platform/store-clock.ts';
import { ArrivalButtons, type ArrivalButtonsProps } from './ArrivalButtons.tsx';
import { clashesText, coversText, isAtDoor, isOver, lateText, nameOf, peopleText, type Store } from './names.ts';
import classes from './ReservationList.module.css';

/** Of a month so many days are rendered at once, and the others when the browser is idle: a cheap tablet takes seconds for all of them. */
const DAYS_AT_ONCE = 3;

interface RowProps {
  reservation: Reservation;
  store: Store;
  now: number;
  mayChange: boolean;
  onMark: ArrivalButtonsProps['onMark'];
  onEdit: (reservation: Reservation) => void;
  onDelete: (reservation: Reservation) => void;
}

const Row = memo(({ reservation, store, now, mayChange, onMark, onEdit, onDelete }: RowProps) => {
  const { date, customer_id, table_title, people_count, notes, customer_notes, status, unique_code, clashes } = reservation;
  const { time } = wallOf(date, store.timezone);
  const place = table_title ?? 'No table';
  const hasButtons = mayChange && isAtDoor(reservation, now);
  // where a button says it already, only what it does not say
  const toShow = hasButtons ? { ...reservation, arrived_at: null, no_show_at: null } : reservation;
  return (
    <li className={classes.row} data-status={status} data-arrival={arrivalOf(reservation)}>
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
              {table_title} is also booked for {clashesText(clashes, store.timezone)}
            </span>
          </p>
        )}
      </div>
      <div className={classes.side}>
        <ReservationStatus status={status} />
        <ReservationArrival reservation={toShow} late={lateText(reservation, now)} />
        {mayChange && (
          <RowActions name={`${nameOf(reservation)}, ${time}`} onEdit={() => onEdit(reservation)} onDelete={() => onDelete(reservation)} />
        )}
      </div>
      {customer_notes && (
        <div className={classes.wide}>
          <GuestNote text={customer_notes} isShort />
        </div>
      )}
      {hasButtons && (
        <div className={classes.wide}>
          <ArrivalButtons reservation={reservation} now={now} timezone={store.timezone} onMark={onMark} />
        </div>
      )}
    </li>
  );
});

type DaysProps = Omit<RowProps, 'reservation'> & { reservations: readonly Reservation[] };

const Days = ({ reservations, ...rest }: DaysProps) => {
  const days = [...groupBy(reservations, ({ date }) => businessDayOf(date, rest.store))];
  const count = useDeferredValue(days.length, DAYS_AT_ONCE);
  return days.slice(0, count).map(([day, rows]) => (
    <section key={day} aria-label={dayText(day)}>
      <Title order={2} className={classes.day}>
        {dayText(day)} <span className={classes.count}>{coversText(rows)}</span>
      </Title>
      <ul className="surface">
        {rows.map((reservation) => (
          <Row key={reservation.id} reservation={reservation} {...rest} />
        ))}
      </ul>
    </section>
  ));
};

/**
 * Reservations by time, below the day that they are on. What is over stands folded below what is to come. Its callbacks must keep their
 * identity: whoever types into the search beside it renders no row.
 */
export const ReservationList = memo(({ reservations, now: latest, ...others }: DaysProps) => {
  const now = useDeferredValue(latest);
  const [isUnfolded, setUnfolded] = useState(false);
  const rest = { ...others, now };
  const over = reservations.filter((reservation) => isOver(reservation, now));
  const coming = reservations.filter((reservation) => !isOver(reservation, now));
  const more = reservations.length >= RESERVATIONS_SHOWN && (
    <Text size="sm" c="dimmed">
      These are the first {RESERVATIONS_SHOWN.toLocaleString('en')}. Choose a shorter period to see the others.
    </Text>
  );
  // of a day that is past nothing is to come
  if (coming.length === 0)
    return (
      <div className={classes.days}>
        <Days reservations={over} {...rest} />
        {more}
      </div>
    );
  return (
    <div className={classes.days}>
      <Days reservations={coming} {...rest} />
      {over.length > 0 && (
        <details className={classes.over} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
          <summary>Earlier: {coversText(over)}</summary>
          {isUnfolded && (
            <div className={classes.days}>
              <Days reservations={over} {...rest} />
            </div>
          )}
        </details>
      )}
      {more}
    </div>
  );
});
