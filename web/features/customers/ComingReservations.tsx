import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { getCustomer } from '#contract/customer-history.ts';
import type { Reply } from '#contract/endpoint.ts';
import { listReservations } from '#contract/reservations.ts';
import { dayText } from '#web/parts/day-text.ts';
import { Facts } from '#web/parts/Facts.tsx';
import { ReservationStatus } from '#web/parts/ReservationStatus.tsx';
import { useMay } from '#web/platform/session.tsx';
import { wallOf } from '#web/platform/store-clock.ts';
import classes from './CustomerScreen.module.css';

interface ComingReservationsProps {
  reservations: NonNullable<Reply<typeof getCustomer>['reservations']>;
  timezone: string;
}

/** What a customer is expected for, the next first; each leads to where it is changed. */
export const ComingReservations = ({ reservations, timezone }: ComingReservationsProps) => {
  const mayList = useMay(listReservations);
  return (
    <section aria-labelledby="coming-reservations" className={`surface ${classes.orders}`}>
      <h2 id="coming-reservations" className={classes.heading}>
        Coming reservations
      </h2>
      <ul className={classes.coming}>
        {reservations.map(({ id, date, people_count, table_title, status, notes, unique_code }) => {
          const when = (
            <time dateTime={date} className="tabular">
              {dayText(date, timezone)}, {wallOf(date, timezone).time}
            </time>
          );
          return (
            <li key={id}>
              <div>
                {mayList ? (
                  <Anchor component={Link} to={`/dashboard/reservation?q=${unique_code}`} inherit className={classes.when}>
                    {when}
                  </Anchor>
                ) : (
                  <span className={classes.when}>{when}</span>
                )}
                <span className={classes.aside}>
                  <Facts facts={[people_count === 1 ? '1 person' : `${people_count} people`, table_title ?? 'No table', notes]} />
                </span>
              </div>
              <ReservationStatus status={status} />
            </li>
          );
        })}
      </ul>
    </section>
  );
};
