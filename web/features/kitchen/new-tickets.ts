import { useEffect, useEffectEvent, useRef } from 'react';
import type { Ticket } from '#contract/tickets.ts';

interface KnownTickets {
  stationId: number | undefined;
  /** The tickets of the board when it was last looked at, and how they were. */
  now: Map<number, Ticket['state']>;
  ever: Set<number>;
}

/**
 * Calls back when a station has got something to make, and when a ticket was sent to it again. What it had when its screen was opened is
 * not news; what was cancelled has a sound of its own, and a table that moved needs none. Where all stations are shown, each order rings as it
 * is announced: only what was sent again is news.
 */
export const useNewTickets = (tickets: readonly Ticket[] | undefined, stationId: number | undefined, onNew: () => void): void => {
  const known = useRef<KnownTickets>(undefined);
  const ring = useEffectEvent(onNew);
  useEffect(() => {
    if (!tickets) {
      known.current = undefined;
      return;
    }
    const before = known.current?.stationId === stationId ? known.current : undefined;
    const ever = before?.ever ?? new Set();
    const isNews = ({ ticket_id: id, kind, state }: Ticket) =>
      before !== undefined &&
      (ever.has(id)
        ? !before.now.has(id) || (before.now.get(id) === 'unseen' && state === 'queued')
        : stationId !== undefined && (kind === 'new' || kind === 'recall'));
    const isAny = tickets.some(isNews);
    for (const { ticket_id: id } of tickets) ever.add(id);
    known.current = { stationId, now: new Map(tickets.map(({ ticket_id: id, state }) => [id, state])), ever };
    if (isAny) ring();
  }, [tickets, stationId]);
};
