import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Connection } from './announcements.ts';
import { RealtimeContext } from './realtime.tsx';

/** A socket for a test, on which nothing is announced: `turn` says how the connection is from now on. */
export const openLine = () => {
  let connection: Connection = 'connecting';
  let changed = () => {};
  const source = {
    subscribe: () => () => {},
    watchConnection: (listener: () => void) => {
      changed = listener;
      return () => {};
    },
    connection: () => connection,
  };
  return {
    Line: ({ children }: { children: ReactNode }) => <RealtimeContext value={source}>{children}</RealtimeContext>,
    turn: (next: Connection) =>
      act(() => {
        connection = next;
        changed();
      }),
  };
};
