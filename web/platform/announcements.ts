import type { EventNumber, EventPayloads, EventType } from '#contract/events.ts';
import { eventTypes, listEvents } from '#contract/events.ts';
import { call, CallFailed } from './api.ts';
import { laterSocket, type Socket } from './later-socket.ts';

type Announced = { [T in EventType]: { type: T; payload: EventPayloads[T] } }[EventType];

/** What a screen hears. `late`: it was fetched because it had been missed. 'reload': too much was missed, load everything anew. */
export type Announcement = (Announced | { type: 'reload'; payload: undefined }) & { seq: number; late: boolean };
/** 'inactive': the line is open, and there is nothing to hear until the restaurant subscribes. */
export type Connection = 'online' | 'offline' | 'connecting' | 'inactive';
type Listener = (event: Announcement) => void;

interface MissedEvents {
  events: { seq: number; type: EventType; payload: unknown }[];
  seq: number;
  reload: boolean;
}

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
/** The server ends the waiting as soon as there is something to hear; this is for a word of it that got lost. */
const INACTIVE_RETRY_MS = 120_000;
/** Asks for the current number alone, without a week of history; the contract takes at most 15 digits. */
const BEYOND = 999_999_999_999_999;

interface Parts {
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
}: Parts): Realtime => {
  const listeners = new Set<Listener>();
  /** Who listens since before the starting number was known may have loaded too early, and is told to load again. */
  const tooEarly = new Set<Listener>();
  const connectionListeners = new Set<() => void>();
  /** Heard live, not yet delivered: a number before them is missing. */
  const waiting = new Map<number, Announced>();
  let last: number | undefined;
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

  const deliver = (event: Announcement, to: Iterable<Listener> = [...listeners]): void => {
    for (const listener of to) {
      try {
        listener(event);
      } catch (problem) {
        // One screen's fault must not cost the others their event.
        reportError(problem);
      }
    }
  };

  const deliverWaiting = (): void => {
    for (let next = (last ?? 0) + 1, event = waiting.get(next); event; next += 1, event = waiting.get(next)) {
      waiting.delete(next);
      last = next;
      deliver({ ...event, seq: next, late: false });
    }
  };

  const take = ({ events, seq, reload }: MissedEvents): void => {
    const isStart = last === undefined;
    const from = last ?? Math.min(seq, ...[...waiting.keys()].map((number) => number - 1));
    // A number below ours comes from a database that was set back.
    if ((reload && !isStart) || seq < from) {
      for (const number of waiting.keys()) if (number <= seq) waiting.delete(number);
      last = seq;
      deliver({ type: 'reload', payload: undefined, seq: last, late: true });
    } else {
      last = from;
      for (const event of [...events].sort((a, b) => a.seq - b.seq)) {
        if (event.seq <= last) continue;
        const isLive = waiting.delete(event.seq);
        last = event.seq;
        deliver({ ...(event as unknown as Announced), seq: event.seq, late: !isLive });
      }
      // The server's number is the truth: what it does not list up to there is gone, except what came live meanwhile.
      for (const number of [...waiting.keys()].filter((number) => number <= seq).sort((a, b) => a - b)) {
        const event = waiting.get(number);
        waiting.delete(number);
        if (event && number > last) {
          last = number;
          deliver({ ...event, seq: number, late: false });
        }
      }
      last = Math.max(last, seq);
    }
    if (isStart) {
      deliver({ type: 'reload', payload: undefined, seq: last, late: true }, [...tooEarly]);
      tooEarly.clear();
    }
    deliverWaiting();
    if (waiting.size > 0) mustAskAgain = true;
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
        const answer = await missed(last ?? BEYOND);
        if (isStopped) return;
        // subscribed again, and this socket still waits
        if (connection === 'inactive') socket.close();
        take(answer);
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

  const hear = (event: Announced, seq: number): void => {
    if (last !== undefined && seq <= last) return;
    waiting.set(seq, event);
    if (last === undefined || isAsking) return;
    deliverWaiting();
    if (waiting.size > 0) void catchUp();
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
    // a line that was opened before the session was renewed hears nothing: with its cookies it does
    if (code === 'subscription_inactive') setConnection('inactive');
    else socket.close();
  });
  socket.on('disconnect', () => void comeBack());
  socket.on('connect_error', () => void comeBack());
  for (const type of eventTypes) {
    socket.on(type, (payload: never, number: EventNumber | undefined) => {
      if (number) hear({ type, payload }, number.seq);
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
    subscribe: (listener) => {
      listeners.add(listener);
      if (last === undefined) tooEarly.add(listener);
      return () => {
        listeners.delete(listener);
        tooEarly.delete(listener);
      };
    },
    watchConnection: (listener) => {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
    connection: () => connection,
  };
};
