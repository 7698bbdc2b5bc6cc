import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { EventType } from '#contract/events.ts';
import { type Connection, openRealtime, type Realtime } from './announcements.ts';
import type { Announcement } from './event-order.ts';

type RealtimeSource = Pick<Realtime, 'subscribe' | 'watchConnection' | 'connection'>;

/** Screens shown alone, as in tests, receive nothing. */
const silence: RealtimeSource = { subscribe: () => () => {}, watchConnection: () => () => {}, connection: () => 'connecting' };

export const RealtimeContext = createContext<RealtimeSource>(silence);

const START_AFTER = 250; // ms; what is missed meanwhile is asked for

/** Keeps one socket open for everything inside. Give it a `key` by tenant. */
export const RealtimeProvider = ({ tenantId, children }: { tenantId: number; children: ReactNode }) => {
  const [realtime] = useState(() => openRealtime({ tenantId }));
  useEffect(() => {
    // after the first picture: a socket takes a cheap tablet as long as half of it
    const timer = setTimeout(realtime.start, START_AFTER);
    return () => {
      clearTimeout(timer);
      realtime.stop();
    };
  }, [realtime]);
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>;
};

/** Calls the handler for each announcement, once; always the handler of the latest render. */
export const useAnnouncements = (handler: (event: Announcement) => void): void => {
  const { subscribe } = useContext(RealtimeContext);
  const latest = useEffectEvent(handler);
  useEffect(() => subscribe((event) => latest(event)), [subscribe]);
};

/** Calls `reload` for each announcement of these types, and when too much was missed to say what has happened. */
export const useReloads = (types: readonly EventType[], reload: () => unknown): void =>
  useAnnouncements(({ type }) => {
    if (type === 'reload' || types.includes(type)) reload();
  });

/** Whether announcements arrive at the moment. */
export const useConnection = (): Connection => {
  const { watchConnection, connection } = useContext(RealtimeContext);
  return useSyncExternalStore(watchConnection, connection);
};
