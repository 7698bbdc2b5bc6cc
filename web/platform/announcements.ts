import type { EventNumber } from '#contract/events.ts';
import { eventTypes, listEvents } from '#contract/events.ts';
import { call, CallFailed } from './api.ts';
import { type Listener, type MissedEvents, openEventOrder } from './event-order.ts';
import { laterSocket, type Socket } from './later-socket.ts';

/** 'inactive': the line is open, and there is nothing to receive until the restaurant subscribes. */
export type Connection = 'online' | 'offline' | 'connecting' | 'inactive';

export interface Realtime {
  start: () => void;
  stop: () => void;
  subscribe: (listener: Listener) => () => void;
  watchConnection: (listener: () => void) => () => void;
  connection: () => Connection;
}

/** Part-1 §9. */
const openSocket = (): Socket =>
  laterSocket(async () => {
    const { io } = await import('socket.io-client');
    // Socket.IO types its listeners with any; ours are narrower.
    return io({
      autoConnect: false,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      timeout: 20_000,
      withCredentials: true,
    }) as unknown as Socket;
  });
const RETRY_MS = 2000;
/** The server ends the waiting as soon as there is something to receive; this is for a word of it that got lost. */
const INACTIVE_RETRY_MS = 120_000;
/** Asks for the current number alone, without a week of history; the contract takes at most 15 digits. */
const BEYOND = 999_999_999_999_999;

interface Options {
  tenantId: number;
  socket?: Socket;
  /** Asks for everything after an event number. */
  missed?: (after: number) => Promise<MissedEvents>;
}

/** Delivers every announcement of a tenant exactly once and in order, across gaps and lost connections (wire.md §6). */
export const openRealtime = ({
  tenantId,
  socket = openSocket(),
  missed = async (after) => (await call(listEvents, { query: { after: String(after) } })) as MissedEvents,
}: Options): Realtime => {
  const order = openEventOrder();
  const connectionListeners = new Set<() => void>();
  let connection: Connection = 'connecting';
  let isAsking = false;
  let mustAskAgain = false;
  let isStopped = false;
  let asking: ReturnType<typeof setTimeout> | undefined;
  let connecting: ReturnType<typeof setTimeout> | undefined;

  const setConnection = (next: Connection): void => {
    if (connection === next) return;
    connection = next;
    for (const listener of connectionListeners) listener();
  };

  const catchUp = async (): Promise<void> => {
    if (isStopped) return;
    if (isAsking) {
      mustAskAgain = true;
      return;
    }
    isAsking = true;
    try {
      do {
        mustAskAgain = false;
        const before = order.last();
        const answer = await missed(before ?? BEYOND);
        if (isStopped) return;
        // subscribed again, and this socket still waits
        if (connection === 'inactive') socket.close();
        if (!order.take(answer)) continue;
        // what is missing cannot be had now
        if (order.last() === before) throw new Error('Nothing new');
        mustAskAgain = true;
      } while (mustAskAgain);
    } catch (failure) {
      const isInactive = failure instanceof CallFailed && failure.status === 402;
      if (isInactive && socket.connected) setConnection('inactive');
      clearTimeout(asking);
      asking = setTimeout(() => void catchUp(), isInactive ? INACTIVE_RETRY_MS : RETRY_MS);
    } finally {
      isAsking = false;
    }
  };

  /** The server closes or refuses a socket whose session ran out; Socket.IO then gives up, and a call renews the session. */
  const comeBack = async (): Promise<void> => {
    setConnection('offline');
    if (socket.active || isStopped) return;
    await catchUp();
    clearTimeout(connecting);
    connecting = setTimeout(() => {
      if (!isStopped) socket.connect();
    }, RETRY_MS);
  };

  socket.on('connect', () => {
    setConnection('online');
    socket.emit('authenticate', tenantId);
    void catchUp();
  });
  socket.on('unauthorized', ({ code }: { code?: string } = {}) => {
    // a line that was opened before the session was renewed receives nothing: with its cookies it does
    if (code === 'subscription_inactive') setConnection('inactive');
    else socket.close();
  });
  socket.on('disconnect', () => void comeBack());
  socket.on('connect_error', () => void comeBack());
  for (const type of eventTypes) {
    socket.on(type, (payload: never, number: EventNumber | undefined) => {
      if (number && order.add({ type, payload }, number.seq) && !isAsking && order.flush()) void catchUp();
    });
  }

  return {
    start: () => {
      isStopped = false;
      void catchUp();
      socket.connect();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(asking);
      clearTimeout(connecting);
      socket.close();
    },
    subscribe: order.subscribe,
    watchConnection: (listener) => {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
    connection: () => connection,
  };
};
