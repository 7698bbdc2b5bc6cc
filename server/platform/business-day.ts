import { Temporal } from 'temporal-polyfill';

export interface StoreClock {
  /** IANA name, checked by `isTimezone`. */
  timezone: string;
  /** HH:MM on the wall clock. */
  dayStart: string;
}

interface Day {
  date: string;
  /** Milliseconds since 1970, half-open. */
  start: number;
  end: number;
}

// A start in the hour that the spring change skips, or that happens twice in autumn, is resolved as 'compatible': later, or the first.
const startOf = (date: Temporal.PlainDate, store: StoreClock): number =>
  date.toZonedDateTime({ timeZone: store.timezone, plainTime: Temporal.PlainTime.from(store.dayStart) }).epochMilliseconds;

const dayAround = (time: number, store: StoreClock): Day => {
  let date = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(store.timezone).toPlainDate();
  while (time < startOf(date, store)) date = date.subtract({ days: 1 });
  // The calendar date can lag behind: where the clock goes back over midnight, the new day has begun already.
  while (time >= startOf(date.add({ days: 1 }), store)) date = date.add({ days: 1 });
  return { date: date.toString(), start: startOf(date, store), end: startOf(date.add({ days: 1 }), store) };
};

const cacheSize = 2000;
const lastDays = new Map<string, Day>();

/**
 * The business date, YYYY-MM-DD, of an instant: day D runs from D at the store's day start to D + 1 at the day start,
 * on the wall clock of its zone (cases.md D7, N29). Throws a RangeError for an unknown zone, a bad day start or an invalid Date.
 */
export const businessDateOf = (instant: Date, store: StoreClock): string => {
  const time = instant.getTime();
  const key = `${store.dayStart}${store.timezone}`;
  const known = lastDays.get(key);
  if (known && known.start <= time && time < known.end) return known.date;
  const day = dayAround(time, store);
  if (!known && lastDays.size >= cacheSize) lastDays.clear();
  lastDays.set(key, day);
  return day.date;
};

/** First instant of a business date, YYYY-MM-DD, and first instant after it (cases.md D7). Throws a RangeError when it is no date. */
export const businessDayBounds = (date: string, store: StoreClock): { start: Date; end: Date } => {
  const day = Temporal.PlainDate.from(date);
  return { start: new Date(startOf(day, store)), end: new Date(startOf(day.add({ days: 1 }), store)) };
};

/** Whether a text names a time zone of the IANA database; neither a mere offset such as +05:30 does, nor a short name of ICU's such as IST. */
export const isTimezone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    // what days are computed with knows fewer names than what writes them
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const dateTime = /^(\d{4})-\d\d-\d\dT\d\d:\d\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

const readOrUndefined = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/**
 * The instant of a browser's zoneless datetime-local text, read in the zone given, or of an ISO text with Z or offset (wire.md §1).
 * Undefined when it is no real date and time, or its year is outside 1970 to 2200. Throws a RangeError for an unknown zone.
 */
export const parseLocalDateTime = (text: string, timezone: string): Date | undefined => {
  const found = dateTime.exec(text);
  if (!found || Number(found[1]) < 1970 || Number(found[1]) > 2200) return undefined;
  if (found[2]) {
    const instant = readOrUndefined(() => Temporal.Instant.from(text));
    return instant && new Date(instant.epochMilliseconds);
  }
  const local = readOrUndefined(() => Temporal.PlainDateTime.from(text));
  return local && new Date(local.toZonedDateTime(timezone).epochMilliseconds);
};
