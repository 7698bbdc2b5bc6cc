import { useMemo } from 'react';
import { useAnnouncements } from '#web/platform/realtime.tsx';
import { useServerNow } from '#web/platform/server-clock.ts';
import type { useBell } from '#web/platform/sound.ts';
import { useBoard } from './kitchen-board.ts';
import { useSeen, type useStation } from './station.ts';
import { useHeld, useIsTouched } from '#web/ui/touched.ts';
import { useCancellations, useHeldPlaces } from './hold-places.ts';
import { useShownNotes } from './ticket-notes.ts';
import { useNewTickets } from './new-tickets.ts';

const TICK_MS = 5000;

interface Options {
  station: ReturnType<typeof useStation>;
  bell: ReturnType<typeof useBell>;
  isReachable: boolean;
  /** A dialog stands before the cards. */
  isCovered: boolean;
  /** Of the type. */
  scale: number;
}

/** What a cook has before the eyes: the board with what was touched, steady under a finger. Tells the server what was seen, and rings. */
export const useOnScreen = ({ station, bell, isReachable, isCovered, scale }: Options) => {
  const { board, query, shown, touch, isOffline, isSlow, takeSeen } = useBoard(station);
  const { orders, tickets } = board.data ?? {};
  // nothing moves a ticket under a finger: no other ticket, no note above it, no warning below the board
  const isTouched = useIsTouched();
  const now = useHeld(useServerNow(TICK_MS), isTouched);
  const cards = useHeldPlaces(shown, isTouched);

  const onBoard = useMemo(() => new Set(shown?.map(({ id }) => id)), [shown]);
  const notes = useShownNotes({ tickets, onBoard, stationId: station.id }, { now, scale, isHeld: isTouched });
  // behind the red screen nobody sees anything
  const isOn = station.hasStations && !station.isAsked && isReachable;
  useSeen({ tickets, onBoard, noted: notes.noted, stationId: station.id, isOn, isCovered }, (ids) => void takeSeen(ids));

  // the bell of a station is for its own tickets; what is ordered when there is none has no ticket
  useAnnouncements((event) => (!station.id || !station.stations[0]) && bell.ring(event));
  useNewTickets(tickets, station.id, bell.play);
  useCancellations(orders, bell.ringCancelled);

  return {
    board,
    query,
    /** The newest orders, with what was touched. */
    shown,
    /** The same in their places, as they are rendered. */
    cards,
    now,
    notes,
    touch,
    isOffline: useHeld(isOffline, isTouched),
    isSlow: useHeld(isSlow, isTouched),
  };
};
