import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KitchenBoard } from '#contract/kitchen.ts';
import { listStations } from '#contract/stations.ts';
import { markTicketsSeen, type Ticket } from '#contract/tickets.ts';
import { call, useReply } from '#web/platform/api.ts';
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

/** This page among all, also after it was loaded anew. */
const screenId = (): string => {
  // crypto.randomUUID is missing over plain http
  const made = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
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
  const { data: stations, refetch } = useReply(listStations, {});
  // a display stays open for days: a station that is deleted meanwhile gets no dish any more
  useReloads(['station_update'], refetch);
  const [stored, store] = useStored<number>(STATION_KEY, UNASKED);
  const station = stations?.find(({ id }) => id === stored);
  const isGone = stations !== undefined && stored > ALL && !station;
  return {
    stations: stations ?? [],
    station,
    /** Of a station that was deleted: what it had on its screen stays there to the end (wire-2.md §5). */
    goneId: isGone ? stored : undefined,
    isAsked: stations !== undefined && stations.length > 0 && stored === UNASKED,
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
  // on the board without a card: too far below to be drawn, or held back while a finger is on the screen
  const shown = card ?? (onBoard.has(order_id) ? null : document.querySelector(`li[data-ticket="${ticket_id}"]`));
  if (!shown) return false;
  const { top, bottom, height } = shown.getBoundingClientRect();
  // cards and loose notes scroll inside their list, and some cards beyond its edges are drawn
  const list = shown.closest('[data-board]')!.getBoundingClientRect();
  const head = Math.min(height, HEAD);
  // the note of a change stands at the card's top
  return top + head <= list.bottom && (kind === 'new' ? bottom - head : top + 1) >= list.top;
};

/**
 * The tickets of a board after some of its orders were asked for again. The answer has those of all orders, also of one that the board does
 * not have yet: a page that counted them as shown would say that a cook has what no screen has. They come with their own order.
 */
export const mergeTickets = (known: KitchenBoard, answer: KitchenBoard, ids: readonly number[]): Ticket[] | undefined => {
  const had = new Set([...known.orders, ...answer.orders].map(({ id }) => id));
  const hadTickets = new Set(known.tickets?.map(({ ticket_id }) => ticket_id));
  return answer.tickets?.filter(({ ticket_id, order_id }) => ids.includes(order_id) || had.has(order_id) || hadTickets.has(ticket_id));
};

interface Shown {
  tickets: readonly Ticket[] | undefined;
  /** The orders of the board, drawn or not. */
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
    call(markTicketsSeen, { body }, { signal: AbortSignal.timeout(ACK_WITHIN_MS), keepalive: isLeaving }).then(seen, sayAgain);
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

/** So long a change stays marked after it was seen. */
const NOTE_MS = 120_000;
const words = { new: 'Ordered, and closed already', void: 'Cancelled', recall: 'Recalled' } as const;

export interface TicketNote {
  ticketId: number;
  orderId: number;
  tokenNo: number;
  kind: Ticket['kind'];
  text: string;
  /** When its ticket left the board's, in ms: somebody has seen it. */
  seenAt?: number;
}

const noteOf = ({ ticket_id, order_id, token_no, kind, lines, table_title }: Ticket): TicketNote => {
  const what = lines.map(({ quantity, item_title }) => `${quantity}× ${item_title}`).join(', ');
  // perhaps a part of the order alone
  const text = `${kind === 'move' ? `Moved to ${table_title ?? 'no table'}` : words[kind]}: ${what}`;
  return { ticketId: ticket_id, orderId: order_id, tokenNo: token_no, kind, text };
};

/** `now` in ms. */
type Board = Pick<Shown, 'tickets' | 'onBoard' | 'stationId'> & { now: number };

/**
 * What was cancelled, moved and recalled lately, and what was ordered and left the board before anybody saw it: seen at once, by this page
 * or by another screen of the station, it must stay long enough for a cook to read it. What is ordered and on the board needs no note.
 */
export const useTicketNotes = ({ tickets, onBoard, stationId, now }: Board) => {
  const [kept, setKept] = useState<readonly TicketNote[]>([]);
  const [read, setRead] = useState<ReadonlySet<number>>(new Set());
  const fresh = useMemo(() => (tickets ?? []).map(noteOf), [tickets]);
  const notes = useMemo(() => {
    const isUnseen = new Set(fresh.map(({ ticketId }) => ticketId));
    return [
      ...kept.filter(({ ticketId }) => !isUnseen.has(ticketId)),
      ...fresh.filter(({ kind, orderId }) => kind !== 'new' || !onBoard.has(orderId)),
    ];
  }, [kept, fresh, onBoard]);

  const before = useRef({ stationId, notes });
  const keep = useEffectEvent(() => {
    const there = new Set(fresh.map(({ ticketId }) => ticketId));
    const was = before.current;
    before.current = { stationId, notes };
    if (was.stationId !== stationId) return;
    const seen = was.notes.flatMap((note) => (note.seenAt !== undefined || there.has(note.ticketId) ? [] : [{ ...note, seenAt: now }]));
    if (seen.length === 0) return;
    const again = new Set(seen.map(({ ticketId }) => ticketId));
    setRead((known) => new Set([...known].filter((id) => !again.has(id))));
    setKept((known) => [...known.filter(({ ticketId }) => !again.has(ticketId)), ...seen]);
    const gone = new Set<TicketNote>(seen);
    setTimeout(() => setKept((known) => known.filter((note) => !gone.has(note))), NOTE_MS);
  });
  // before it is drawn: no note goes for a moment, and comes back
  useLayoutEffect(() => keep(), [notes, stationId]);

  /** These were read. */
  const drop = (ids: readonly number[]) => {
    const gone = kept.filter(({ ticketId }) => ids.includes(ticketId));
    setKept((known) => known.filter((note) => !gone.includes(note)));
    setRead((known) => new Set([...known, ...gone.map(({ ticketId }) => ticketId)]));
  };
  /** It goes at once, also from what is held under a finger: who touches again and again would never get to the next ones. */
  const isRead = ({ ticketId }: TicketNote) => read.has(ticketId) && !fresh.some((note) => note.ticketId === ticketId);
  return { notes, drop, isRead };
};
