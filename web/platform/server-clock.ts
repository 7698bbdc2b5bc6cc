import { useInterval } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';

/** The server's header counts whole seconds: a device that agrees with it so far is the more exact one. */
const AGREED_MS = 2000;

let known: { server: number; at: number; device: number } | undefined;
const listeners = new Set<() => void>();

/**
 * Since the server's last answer. The device's clock may be set while we look, so the browser's own measure counts; it stands still in some
 * browsers while the device sleeps, so a device's clock that is ahead of it is believed, until the next answer says better.
 */
const passedSince = ({ at, device }: { at: number; device: number }): number => {
  const measured = performance.now() - at;
  const byDevice = Date.now() - device;
  return byDevice - measured > AGREED_MS ? byDevice : measured;
};

/** The server's time in milliseconds, going on from its last answer: a tablet's own clock may be wrong. */
export const serverNow = (): number => (known ? known.server + passedSince(known) : Date.now());

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
  known = { server: Math.abs(said - device) < AGREED_MS ? device : said, at: performance.now(), device };
  if (Math.abs(known.server - before) > AGREED_MS) for (const listener of listeners) listener();
};

/** The server's time for a screen, again every `tickMs` and as soon as it turns out to be another. */
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
