import { useInterval } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';

/** The server's header counts whole seconds: a device that agrees with it so far is the more exact one. */
const AGREED_MS = 2000;

let known: { server: number; at: number } | undefined;
const listeners = new Set<() => void>();

/** The server's time in milliseconds, going on from its last answer: a tablet's own clock may be wrong, and may be set while we look. */
export const serverNow = (): number => (known ? known.server + performance.now() - known.at : Date.now());

/** Goes by the device's clock again, until the next answer. */
export const forgetServerTime = (): void => {
  known = undefined;
};

/** Takes the time from the Date header of an answer. */
export const learnServerTime = ({ headers }: Response): void => {
  const said = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(said)) return;
  const device = Date.now();
  const before = serverNow();
  known = { server: Math.abs(said - device) < AGREED_MS ? device : said, at: performance.now() };
  if (Math.abs(known.server - before) > AGREED_MS) for (const listener of listeners) listener();
};

/** The server's time for a screen, anew every `tickMs` and as soon as it turns out to be another. */
export const useServerNow = (tickMs: number): number => {
  const [now, setNow] = useState(serverNow);
  const look = useCallback(() => setNow(serverNow()), []);
  useInterval(look, tickMs, { autoInvoke: true });
  useEffect(() => {
    listeners.add(look);
    return () => void listeners.delete(look);
  }, [look]);
  return now;
};
