import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconChevronLeft, IconChevronRight, IconCalendarEvent, IconPlus } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { addDays } from '#contract/periods.ts';
import { listReservations, type Reservation, SITTING_MINUTES } from '#contract/reservations.ts';
import { addTable } from '#contract/tables.ts';
import { useReply } from '#web/platform/api.ts';
import { useMay } from '#web/platform/session.tsx';
import { dayText } from '#web/platform/store-clock.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Block, type BlockProps } from './Block.tsx';
import classes from './DayView.module.css';
import { isAtDoor, type Store } from './names.ts';
import { clockText, minutesAt, timelineOf } from './timeline.ts';

interface DayViewProps extends Pick<BlockProps, 'now' | 'mayChange' | 'onOpen' | 'onMark'> {
  day: string;
  today: string;
  store: Store;
  /** The bookings as they were touched, over what the server knows of them. */
  touched: (rows: Reservation[]) => Reservation[];
  onDay: (day: string) => void;
  onBook: (tableId: number) => void;
}

const skeleton = <Skeleton height={420} radius="lg" />;

/** The hours in which the day view opens, where it is wider than its frame: once, whoever scrolls afterwards is left alone. */
const useOpensAt = (place: number) => {
  const frame = useRef<HTMLElement>(null);
  const opensAt = useRef(place);
  useLayoutEffect(() => {
    const [hours] = frame.current?.children ?? [];
    const [first, ...later] = [...(hours?.children ?? [])] as HTMLElement[];
    const shown = later[Math.min(Math.floor(opensAt.current), later.length) - 1];
    if (frame.current && first && shown) frame.current.scrollLeft = shown.offsetLeft - first.offsetLeft;
  }, []);
  return frame;
};

type TimelineProps = Omit<DayViewProps, 'touched' | 'onDay'> & { reservations: readonly Reservation[] };

const Timeline = ({ day, today, store, reservations, onBook, ...shared }: TimelineProps) => {
  const { now, mayChange } = shared;
  const rest = { ...shared, timezone: store.timezone };
  const hasDoor = (block: { reservation: Reservation }) => mayChange && isAtDoor(block.reservation, now);
  const { from, to, first = from, rows } = timelineOf(day, reservations, store);
  const present = minutesAt(now, day, store.timezone);
  // who sat down an hour ago is still there
  const frame = useOpensAt(((day === today ? present - 60 : first) - from) / 60);
  const share = (minutes: number) => `${(100 * minutes) / (to - from)}%`;
  const hours = Array.from({ length: (to - from) / 60 }, (_, place) => from + place * 60);
  return (
    // Wider than its frame it scrolls, by keyboard too.
    <section
      ref={frame}
      className={`surface ${classes.frame}`}
      aria-label="Tables by time"
      tabIndex={0}
      style={{ '--hours': hours.length } as React.CSSProperties}
    >
      <div className={classes.hours} aria-hidden>
        {hours.map((minutes) => (
          <span key={minutes} className="tabular">
            {clockText(minutes)}
          </span>
        ))}
      </div>
      <ul className={classes.tables}>
        {day === today && present >= from && present <= to && (
          <li className={classes.now} aria-hidden style={{ '--now': (present - from) / (to - from) } as React.CSSProperties} />
        )}
        {rows.map(({ id, title, floor, seats, lanes, blocks }) => (
          <li
            key={id ?? 'none'}
            className={classes.table}
            data-door={blocks.some(hasDoor) || undefined}
            style={{ '--lanes': lanes } as React.CSSProperties}
          >
            <div className={classes.head}>
              <span className={classes.title}>
                {title}
                <span className={classes.facts}>{[seats > 0 && `seats ${seats}`, floor !== '-' && floor].filter(Boolean).join(' · ')}</span>
              </span>
              {mayChange && seats > 0 && id !== null && (
                <ActionIcon data-hint={`Book ${title}`} aria-label={`Book ${title}`} onClick={() => onBook(id)}>
                  <IconPlus size={18} stroke={2} />
                </ActionIcon>
              )}
            </div>
            <div className={classes.lane}>
              {blocks.length === 0 && <span className={classes.free}>Free all day</span>}
              {blocks.map(({ reservation, start, lane }) => (
                <Block
                  key={reservation.id}
                  reservation={reservation}
                  start={start}
                  style={{ '--start': share(start - from), '--length': share(SITTING_MINUTES), '--lane': lane } as React.CSSProperties}
                  {...rest}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** One day by table and time; on a phone the bookings of each table one below the other. */
export const DayView = ({ day, today, store, touched, onDay, ...rest }: DayViewProps) => {
  const maySetUp = useMay(addTable);
  const reservations = useReply(listReservations, { query: { type: 'custom', from: day, to: day } });
  return (
    <section className={classes.view} aria-label="Day view">
      <div className={classes.bar}>
        <ActionIcon variant="default" aria-label="Day before" onClick={() => onDay(addDays(day, -1))}>
          <IconChevronLeft size={20} />
        </ActionIcon>
        <DatePickerInput
          className={classes.picker}
          aria-label={`Day ${dayText(day)}`}
          valueFormat="ddd, D MMM YYYY"
          value={day}
          onChange={(value) => value && onDay(value)}
          leftSection={<IconCalendarEvent size={18} aria-hidden />}
          popoverProps={{ withinPortal: true }}
        />
        <ActionIcon variant="default" aria-label="Day after" onClick={() => onDay(addDays(day, 1))}>
          <IconChevronRight size={20} />
        </ActionIcon>
        {day !== today && (
          <Button variant="default" onClick={() => onDay(today)}>
            Today
          </Button>
        )}
      </div>
      <Loaded from={reservations} failure="Error loading details! Please try later!" skeleton={skeleton}>
        {(rows) =>
          store.storeTables.length === 0 && rows.length === 0 ? (
            <EmptyState
              icon={IconCalendarEvent}
              sentence="No tables yet. Add them in the settings to see here which are free."
              action={
                maySetUp && (
                  <Button component={Link} to="/dashboard/settings/tables">
                    Add tables
                  </Button>
                )
              }
            />
          ) : (
            <Timeline key={day} day={day} today={today} store={store} reservations={touched(rows)} {...rest} />
          )
        }
      </Loaded>
    </section>
  );
};
