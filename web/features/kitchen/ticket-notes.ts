import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { useHeld } from '#web/ui/touched.ts';

/** Notes of orders that have left, in ordinary type, for which a low screen has room; the others come as these are read or go. */
const LOOSE_AT_ONCE = 7;
/** Until it was read, on a board that has no room for all of them. */
const READ_MS = 20_000;
/** So long a change stays marked after it was seen. */
const NOTE_MS = 120_000;
const words = { new: 'Ordered, and already closed', void: 'Cancelled', recall: 'Recalled' } as const;

export interface TicketNote {
  ticketId: number;
  orderId: number;
  tokenNo: number;
  kind: Ticket['kind'];
  text: string;
  /** Its ticket has left the board's: somebody has seen it. */
  isSeen?: true;
}

const noteOf = ({ ticket_id, order_id, token_no, kind, lines, table_title }: Ticket): TicketNote => {
  const what = lines.map(({ quantity, item_title }) => `${quantity}× ${item_title}`).join(', ');
  // perhaps a part of the order alone
  const text = `${kind === 'move' ? `Moved to ${table_title ?? 'no table'}` : words[kind]}: ${what}`;
  return { ticketId: ticket_id, orderId: order_id, tokenNo: token_no, kind, text };
};

interface Board {
  tickets: readonly Ticket[] | undefined;
  /** The orders of the board, rendered or not. */
  onBoard: ReadonlySet<number>;
  stationId: number | undefined;
}

/**
 * What was cancelled, moved and recalled lately, and what was ordered and left the board before anybody saw it: seen at once, by this page
 * or by another screen of the station, it must stay long enough for a cook to read it. What is ordered and on the board needs no note.
 */
const useTicketNotes = ({ tickets, onBoard, stationId }: Board) => {
  const [kept, setKept] = useState<readonly TicketNote[]>([]);
  const [read, setRead] = useState<ReadonlySet<number>>(new Set());
  const [noted, setNoted] = useState(stationId);
  if (noted !== stationId) {
    setNoted(stationId);
    setKept([]);
  }
  const fresh = useMemo(() => (tickets ?? []).map(noteOf), [tickets]);
  const notes = useMemo(() => {
    const isUnseen = new Set(fresh.map(({ ticketId }) => ticketId));
    const all = [...kept.filter(({ ticketId }) => !isUnseen.has(ticketId)), ...fresh];
    return all.filter(({ kind, orderId }) => kind !== 'new' || !onBoard.has(orderId));
  }, [kept, fresh, onBoard]);

  const before = useRef({ stationId, notes });
  const keep = useEffectEvent(() => {
    const there = new Set(fresh.map(({ ticketId }) => ticketId));
    const was = before.current;
    before.current = { stationId, notes };
    if (was.stationId !== stationId) return;
    const seen = was.notes.flatMap((note) => (note.isSeen || there.has(note.ticketId) ? [] : [{ ...note, isSeen: true as const }]));
    if (seen.length === 0) return;
    const again = new Set(seen.map(({ ticketId }) => ticketId));
    setRead((known) => new Set([...known].filter((id) => !again.has(id))));
    setKept((known) => [...known.filter(({ ticketId }) => !again.has(ticketId)), ...seen]);
    const gone = new Set<TicketNote>(seen);
    setTimeout(() => setKept((known) => known.filter((note) => !gone.has(note))), NOTE_MS);
  });
  // before it is rendered: no note goes for a moment, and comes back
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

/**
 * The notes as they are shown: at the cards, and above them those of orders that have left, as many as `scale` leaves room for. None comes
 * or goes by itself while `isHeld`. `now` in ms.
 */
export const useShownNotes = (board: Board, { now, scale, isHeld }: { now: number; scale: number; isHeld: boolean }) => {
  const { onBoard } = board;
  const { notes: newest, drop, isRead } = useTicketNotes(board);
  const notes = useHeld(newest, isHeld).filter((note) => !isRead(note));
  const all = notes.filter(({ orderId }) => !onBoard.has(orderId));
  const room = Math.max(2, Math.floor(LOOSE_AT_ONCE / scale));
  const [stood, setStood] = useState<ReadonlyMap<number, number>>(new Map());
  // of those that stood there long enough to be read as many as others need room
  const old = all.filter(({ ticketId: id }) => now - (stood.get(id) ?? now) >= READ_MS).slice(0, Math.max(0, all.length - room));
  const wanted = all.filter((note) => !old.includes(note));
  const loose = wanted.slice(0, room);
  const hidden = wanted.slice(room);
  const standing = [...old, ...loose];
  if (standing.length !== stood.size || standing.some(({ ticketId: id }) => !stood.has(id)))
    setStood(new Map(standing.map(({ ticketId: id }) => [id, stood.get(id) ?? now])));
  return {
    loose,
    hidden: hidden.length,
    /** The tickets whose notes are shown. */
    noted: new Set(notes.filter((note) => !hidden.includes(note)).map(({ ticketId }) => ticketId)),
    noteOn: (id: number): string =>
      notes
        .filter(({ orderId }) => orderId === id)
        .map(({ text }) => text)
        .join(' · '),
    /** Those above the cards were read. */
    dropLoose: () => drop(standing.map(({ ticketId }) => ticketId)),
  };
};
