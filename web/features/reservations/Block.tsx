import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react';
import { arrivalOf, type Reservation } from '#contract/reservations.ts';
import { ReservationArrival } from '#web/parts/ReservationArrival.tsx';
import { ReservationStatus } from '#web/parts/ReservationStatus.tsx';
import { ArrivalButtons, type ArrivalButtonsProps } from './ArrivalButtons.tsx';
import classes from './DayView.module.css';
import { isAtDoor, lateText, nameOf, peopleText } from './names.ts';
import { clockText } from './timeline.ts';

export interface BlockProps extends ArrivalButtonsProps {
  mayChange: boolean;
  /** minutes since the day's midnight, on the wall of the store */
  start: number;
  style: React.CSSProperties;
  onOpen: (reservation: Reservation) => void;
}

/** One booking of the day view: opens it, and says what became of it at the door. A long name is cut, and whole in its hint. */
export const Block = ({ reservation, now, mayChange, start, style, onOpen, ...rest }: BlockProps) => {
  const late = lateText(reservation, now);
  return (
    <div className={classes.block} data-status={reservation.status} data-arrival={late ? 'late' : arrivalOf(reservation)} style={style}>
      <button
        type="button"
        className={classes.open}
        data-hint={nameOf(reservation)}
        disabled={!mayChange}
        onClick={() => onOpen(reservation)}
      >
        <span className={classes.when}>
          {late && <IconClockExclamation size={14} stroke={2.25} role="img" aria-label={late} />}
          {reservation.clashes.length > 0 && <IconAlertTriangle size={14} stroke={2.25} role="img" aria-label="Clash" />}
          {clockText(start)}
          <span className={classes.mark}>
            <ReservationStatus status={reservation.status} isIcon />
          </span>
        </span>
        <span className={classes.name}>{nameOf(reservation)}</span>
        <span className={classes.people}>
          <span className="sr-only">{peopleText(reservation.people_count)}</span>
          <span aria-hidden>{reservation.people_count}</span>
        </span>
        <span className={classes.badge}>
          {mayChange ? <ReservationStatus status={reservation.status} /> : <ReservationArrival reservation={reservation} late={late} />}
        </span>
      </button>
      {mayChange && isAtDoor(reservation, now) && <ArrivalButtons reservation={reservation} now={now} isCompact {...rest} />}
    </div>
  );
};
