import { IconUserCheck, IconUserX } from '@tabler/icons-react';
import { type Arrival, arrivalOf, type Reservation } from '#contract/reservations.ts';
import { ignoreSameTouch } from '#web/platform/opening-pause.ts';
import { wallOf } from '#web/platform/store-clock.ts';
import classes from './ArrivalButtons.module.css';
import { nameOf } from './names.ts';

export interface ArrivalButtonsProps {
  reservation: Reservation;
  now: number;
  timezone: string;
  /** Where there is no room for words but on a phone. */
  isCompact?: boolean;
  onMark: (reservation: Reservation, arrival: Arrival) => void;
}

/** One touch says that the guests arrived, or, once their time has come, that they did not; the same touch takes it back. */
export const ArrivalButtons = ({ reservation, now, timezone, isCompact, onMark }: ArrivalButtonsProps) => {
  const arrival = arrivalOf(reservation);
  const isLate = Date.parse(reservation.date) <= now;
  const toggle = (wanted: Arrival) => {
    // the second tap of a double one would take it back
    ignoreSameTouch();
    onMark(reservation, arrival === wanted ? 'expected' : wanted);
  };
  const who = <span className="sr-only">, {nameOf(reservation)}</span>;
  const at = reservation.arrived_at && wallOf(reservation.arrived_at, timezone).time;
  return (
    <div className={classes.buttons} data-compact={isCompact}>
      <button
        type="button"
        className={classes.button}
        data-hint={isCompact ? 'Arrived' : undefined}
        aria-pressed={arrival === 'arrived'}
        onClick={() => toggle('arrived')}
      >
        <IconUserCheck size={18} stroke={2} aria-hidden />
        <span className={classes.word}>Arrived</span>
        {at && <span className="tabular"> {at}</span>}
        {who}
      </button>
      {(arrival === 'no_show' || (arrival === 'expected' && isLate)) && (
        <button
          type="button"
          className={classes.button}
          data-no-show
          data-hint={isCompact ? 'No-show' : undefined}
          aria-pressed={arrival === 'no_show'}
          onClick={() => toggle('no_show')}
        >
          <IconUserX size={18} stroke={2} aria-hidden />
          <span className={classes.word}>No-show</span>
          {who}
        </button>
      )}
    </div>
  );
};
