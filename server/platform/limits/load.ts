import { AppError } from '#contract/errors.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Scope } from '#contract/permissions.ts';

/** Who has to wait when a node cannot do everything: whoever is not signed in first, then the office, tills and kitchens last. */
export type LoadClass = 'public' | 'office' | 'till';

/** ms that the event loop may be behind before a class is refused. */
const REFUSED_FROM: Record<LoadClass, number> = { public: 150, office: 300, till: 450 };
/** The same for what a till writes: an order, a payment. */
const WRITES_REFUSED_FROM = 500;
const RETRY_AFTER = 2; // seconds

const AT_WORK: readonly Scope[] = ['POS', 'ORDERS', 'ORDER_STATUS', 'ORDER_STATUS_DISPLAY', 'KITCHEN', 'KITCHEN_DISPLAY'];
/** Without a session, and without them a till has none tomorrow. */
const SESSION_CALLS: readonly string[] = ['/auth/refresh-token', '/auth/signout'];
/** What a printer asks for and says: refused, a kitchen's paper is late, or a person is asked about what was printed. */
const PRINTER_CALLS = '/print/';

/** The class of a call. */
export const loadClassOf = ({ access, path }: Pick<Endpoint, 'access' | 'path'>): LoadClass => {
  if (access === 'public') return SESSION_CALLS.includes(path) || path.startsWith(PRINTER_CALLS) ? 'till' : 'public';
  if (access === 'signed-in') return 'till';
  return typeof access !== 'string' && access.some((scope) => AT_WORK.includes(scope)) ? 'till' : 'office';
};

/** Throws unavailable when the event loop is too far behind for this class of calls. */
export const shed = (loadClass: LoadClass, isWrite: boolean, lag: number): void => {
  const from = loadClass === 'till' && isWrite ? WRITES_REFUSED_FROM : REFUSED_FROM[loadClass];
  if (lag >= from) throw new AppError('unavailable', 'The server is busy. Please try again!', { retryAfter: RETRY_AFTER });
};

const MEASURED_EVERY = 100; // ms
const SHARE = 0.3; // of the newest measure: a single pause, as of the garbage collection, is no load
const AT_MOST = 1000; // ms; a longer pause is over when it is measured, and must not shut the door for long

/**
 * Smooths how late a timer came after `elapsed` ms, of which the event loop's thread worked `worked`. Only its own work counts: a loop
 * that is woken late by a machine with other work would not be quicker if somebody was refused. Exported for tests.
 */
export const smoothed = (before: number, elapsed: number, worked: number): number => {
  const late = Math.max(0, elapsed - MEASURED_EVERY) * Math.min(1, worked / elapsed);
  return before + (Math.min(AT_MOST, late) - before) * SHARE;
};

const workedSoFar = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Measures how far the event loop is behind with its work, in ms, until it is stopped. */
export const measureLag = (): { read: () => number; stop: () => void } => {
  let lag = 0;
  let before = { at: performance.now(), worked: workedSoFar() };
  const timer = setInterval(() => {
    const now = { at: performance.now(), worked: workedSoFar() };
    lag = smoothed(lag, now.at - before.at, now.worked - before.worked);
    before = now;
  }, MEASURED_EVERY).unref();
  return { read: () => lag, stop: () => clearInterval(timer) };
};
