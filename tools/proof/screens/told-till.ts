import type { BrowserContext } from 'playwright-core';
import { io } from 'socket.io-client';

/** The socket of a till that has signed in: notes when it is told of what nobody has seen, by the clock that the server has, too: one machine. */
export const openToldTill = async (context: BrowserContext, origin: string) => {
  const cookies = await context.cookies(`${origin}/socket.io/`);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const heard = new Map<number, number[]>();
  const socket = io(origin, { transports: ['websocket'], extraHeaders: { cookie } });
  socket.on('ticket_unseen', ({ ticketId }: { ticketId: number }) => {
    heard.set(ticketId, [...(heard.get(ticketId) ?? []), Date.now()]);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return {
    /** Of a ticket each time at which it was told of it; epoch ms. */
    timesOf: (ticketId: number): readonly number[] => heard.get(ticketId) ?? [],
    close: () => void socket.close(),
  };
};
