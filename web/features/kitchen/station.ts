import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listStations } from '#contract/stations.ts';
import { markTicketsSeen, type Ticket } from '#contract/tickets.ts';
import { call, useReply } from '#web/platform/api.ts';
import { newIdempotencyKey as randomId } from '#web/platform/idempotency-keys.ts';
import { timeLimit } from '#web/platform/deadline.ts';
import { useReloads } from '#web/platform/realtime.tsx';
import { useStored } from '#web/platform/storage.ts';

const STATION_KEY = 'comanda_kitchen_station';
/** What this device shows: 0 is all of them, -1 that nobody has said yet. */
const ALL = 0;
const UNASKED = -1;
/** A ticket that scrolled into sight counts as seen so soon. */
const LOOK_MS = 500;
/** The server takes a page that was silent for seven seconds for lost. */
const BEAT_MS = 3000;
/** On a connection that died without a word nothing is answered: a new one is tried before the alarm. */
const ACK_WITHIN_MS = 3000;
const SCREEN_KEY = 'comanda_screen';

/** This page among all, also after it was reloaded. */
const screenId = (): string => {
  const made = randomId();
  try {
    const id = sessionStorage.getItem(SCREEN_KEY) ?? made;
    sessionStorage.setItem(SCREEN_KEY, id);
    return id;
  } catch {
    return made;
  }
};

/** Which station this device is; it is asked once, and only where there are stations. */
export const useStation = () => {
  const cache = useQueryClient();
  const { data: stations } = useReply(listStations, {});
  // a display stays open for days: a station that is deleted meanwhile gets no dish any more
  useReloads(['station_update'], () => cache.invalidateQueries({ queryKey: [listStations.path] }));
  const [stored, store] = useStored<number>(STATION_KEY, UNASKED);
  const station = stations?.find(({ id }) => id === stored);
  const isGone = stations !== undefined && stored > ALL && !station;
  const isAny = stations !== undefined && stations.length > 0;
  return {
    stations: stations ?? [],
    /** undefined: all of them. Of a station that was deleted, what it had on its screen stays there to the end (wire-2.md §5). */
    id: isGone ? stored : station?.id,
    title: isGone ? 'Deleted station' : (station?.title ?? 'All'),
    isGone,
    hasStations: isAny || isGone,
    isAsked: isAny && stored === UNASKED,
    choose: (id: number | undefined) => void store(id ?? ALL),
    /** Nothing is left of a deleted one: whoever stands here says which it is now. */
    forget: () => void store(UNASKED),
  };
};

/** px: of a card whose head, or as much of it, is in sight one sees that it is there. */
const HEAD = 60;

/** Whether its order's card stands within the board, and the note of a change with it; of an order that has left the board its note is there. */
const isOnScreen = ({ ticket_id, order_id, kind }: Ticket, { onBoard, noted }: Pick<Shown, 'onBoard' | 'noted'>): boolean => {
  if (kind !== 'new' && !noted.has(ticket_id)) return false;
  const card = document.querySelector(`article[data-order="${order_id}"]`);
  // on the board without a card: too far below to be rendered, or held back while a finger is on the screen
  const shown = card ?? (onBoard.has(order_id) ? null : document.querySelector(`li[data-ticket="${ticket_id}"]`));
  if (!shown) return false;
  const { top, bottom, height } = shown.getBoundingClientRect();
  // cards and loose notes scroll inside their list, and some cards beyond its edges are rendered
  const list = shown.closest('[data-board]')!.getBoundingClientRect();
  const head = Math.min(height, HEAD);
  // the note of a change stands at the card's top
  return top + head <= list.bottom && (kind === 'new' ? bottom - head : top + 1) >= list.top;
};

interface Shown {
  tickets: readonly Ticket[] | undefined;
  /** The orders of the board, rendered or not. */
  onBoard: ReadonlySet<number>;
  /** The tickets whose notes are shown. */
  noted: ReadonlySet<number>;
  stationId: number | undefined;
  isOn: boolean;
  /** A dialog stands before the cards: the page is there, and nobody sees them. */
  isCovered: boolean;
}

/** Tells the server what this page shows, while it is visible: a hidden page sees nothing. All that came into sight goes in one call. */
export const useSeen = ({ tickets, stationId, isOn, isCovered, ...shown }: Shown, onSeen: (ids: number[]) => void): void => {
  const [screen] = useState(screenId);
  const told = useRef(new Set<number>());
  const beatAt = useRef(0);
  const tell = useEffectEvent((isLeaving = false) => {
    if (!isOn) return;
    const isVisible = document.visibilityState === 'visible' && !isLeaving;
    const ticketIds =
      isVisible && !isCovered
        ? (tickets ?? [])
            .filter((ticket) => !told.current.has(ticket.ticket_id) && isOnScreen(ticket, shown))
            .map(({ ticket_id }) => ticket_id)
        : [];
    const isDue = isVisible && performance.now() - beatAt.current >= BEAT_MS;
    if (ticketIds.length === 0 && !isDue && !isLeaving) return;
    beatAt.current = isLeaving ? -BEAT_MS : performance.now();
    for (const id of ticketIds) told.current.add(id);
    const seen = () => ticketIds.length > 0 && onSeen(ticketIds);
    // said again, until it has arrived; the renewal of a session that comes between waits longer for an answer
    const sayAgain = () => ticketIds.forEach((id) => told.current.delete(id));
    setTimeout(sayAgain, ACK_WITHIN_MS);
    const body = { ticketIds: ticketIds.slice(0, 500), stationId: stationId ?? null, screenId: screen, isLeaving };
    // a page that is closed would take it along, and its display be called lost
    call(markTicketsSeen, { body }, { signal: timeLimit(ACK_WITHIN_MS), keepalive: isLeaving }).then(seen, sayAgain);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    beatAt.current = -BEAT_MS;
    const timer = setInterval(() => tell(), LOOK_MS);
    const turn = () => tell(document.visibilityState === 'hidden');
    document.addEventListener('visibilitychange', turn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', turn);
      tell(true);
    };
  }, [isOn, stationId]);
  // what was sent again is to be seen again
  useEffect(() => {
    const there = new Set(tickets?.map(({ ticket_id }) => ticket_id));
    for (const id of told.current) if (!there.has(id)) told.current.delete(id);
  }, [tickets]);
};
