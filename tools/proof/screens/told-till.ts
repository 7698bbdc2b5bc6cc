import type { BrowserContext } from 'playwright-core';
import { io } from 'socket.io-client';

/** Of each ticket whether it was seen, how often it was said to be, and when its alarm was written. */
export const TOLD = `
  select t.id, t.seen_at is null as is_unseen, t.state, (extract(epoch from t.created_at) * 1000)::float8 as made,
    (select count(*)::int from events e where e.tenant_id = t.tenant_id and e.type = 'ticket_seen' and e.payload->'ticketIds' @> to_jsonb(t.id)) as told,
    (select extract(epoch from min(e.created_at) - t.created_at)::float8 from events e
      where e.tenant_id = t.tenant_id and e.type = 'ticket_unseen' and (e.payload->>'ticketId')::bigint = t.id) as alarm
  from tickets t`;
export interface TicketAlarm {
  /** a bigint, as pg reads it */
  id: string;
  is_unseen: boolean;
  /** epoch ms */
  made: number;
  told: number;
  /** seconds */
  alarm: number | null;
}

/** The socket of a till that has signed in: notes when it is told of what nobody has seen, by the clock that the server has, too: one machine. */
export const openToldTill = async (context: BrowserContext, origin: string) => {
  const cookies = await context.cookies(`${origin}/socket.io/`);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const told = new Map<number, number[]>();
  const socket = io(origin, { transports: ['websocket'], extraHeaders: { cookie } });
  socket.on('ticket_unseen', ({ ticketId }: { ticketId: number }) => {
    told.set(ticketId, [...(told.get(ticketId) ?? []), Date.now()]);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    /** Of a ticket each time at which it was told of it; epoch ms. */
    timesOf: (ticketId: number): readonly number[] => told.get(ticketId) ?? [],
    close: () => void socket.close(),
  };
};
