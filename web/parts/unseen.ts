import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { listStations, type Station } from '#contract/stations.ts';
import { listUnseenTickets, markTicketTold, type UnseenTicket } from '#contract/tickets.ts';
import { againEvery, useReply } from '#web/platform/api.ts';
import { useReloads } from '#web/platform/realtime.tsx';
import { useMay } from '#web/platform/session.tsx';
import { useCoalesced } from '#web/platform/coalesce.ts';
import { useBell } from '#web/platform/sound.ts';

/** While something is unseen, or a display is lost, also when no announcement arrives. */
const AGAIN_MS = 10_000;
/** A sound that nobody heeded comes again. */
const SOUND_MS = 5000;
const NO_STATIONS: Station[] = [];
const NO_TICKETS: UnseenTicket[] = [];

/** Sounds when a ticket has been unseen for long, until somebody acts. */
export const useAlarm = (tickets: readonly UnseenTicket[]): void => {
  const { ringCancelled } = useBell();
  const ring = useEffectEvent(ringCancelled);
  // read when the wait begins: a later answer about the same tickets must not restart it
  const soonest = useEffectEvent(() => Math.min(...tickets.map(({ sound_in }) => sound_in)));
  const [first, count] = [tickets[0]?.ticket_id, tickets.length];
  useEffect(() => {
    if (first === undefined || count === 0) return undefined;
    let repeat: ReturnType<typeof setInterval> | undefined;
    const begin = setTimeout(() => {
      ring();
      repeat = setInterval(() => ring(), SOUND_MS);
    }, soonest() * 1000);
    return () => {
      clearTimeout(begin);
      clearInterval(repeat);
    };
  }, [first, count]);
};

/** What no station has seen, and the stations, of whoever may act on it. */
export const useUnseen = () => {
  const cache = useQueryClient();
  const mayAct = useMay(markTicketTold);
  const { data: stations } = useReply(
    listStations,
    {},
    { enabled: mayAct, refetchInterval: (query) => againEvery(query.state.data?.length ? AGAIN_MS : false)(query) },
  );
  // the tickets of the last station outlive it
  const { data: tickets = NO_TICKETS } = useReply(
    listUnseenTickets,
    {},
    {
      enabled: mayAct && stations !== undefined,
      refetchInterval: (query) => againEvery(stations?.length || query.state.data?.length ? AGAIN_MS : false)(query),
    },
  );
  // one after the other: each restarts a load, and in a full house they come faster than slow Wi-Fi answers
  const reload = useCoalesced(() => cache.invalidateQueries({ queryKey: [listUnseenTickets.path] }));
  useReloads(['ticket_unseen', 'ticket_seen'], reload);
  useReloads(['order_update'], () => {
    if (stations?.length || tickets.length > 0) reload();
  });
  useReloads(['station_update'], () => void cache.invalidateQueries({ queryKey: [listStations.path] }));
  return { tickets, stations: stations ?? NO_STATIONS };
};
