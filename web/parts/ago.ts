import { dateAndTime } from '#web/platform/dates.ts';

const MINUTE = 60_000;

/** 'just now', '12 min ago', '2 h 5 min ago', '3 days ago'. `now` is the server's. */
export const ago = (instant: string, now: number): string => {
  const minutes = Math.floor((now - Date.parse(instant)) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min ago`;
  const days = Math.floor(minutes / (24 * 60));
  return days === 1 ? '1 day ago' : `${days} days ago`;
};

/** '18:30' for today, else '20 Nov 2026, 18:30', in a time zone. */
export const clockTime = (instant: string, now: number, timeZone: string | undefined): string => {
  const text = dateAndTime(instant, timeZone);
  const [day, time] = text.split(', ');
  const [today] = dateAndTime(new Date(now).toISOString(), timeZone).split(', ');
  return day === today && time ? time : text;
};
