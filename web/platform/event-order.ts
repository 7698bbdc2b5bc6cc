import type { EventPayloads, EventType } from '#contract/events.ts';

type Announced = { [T in EventType]: { type: T; payload: EventPayloads[T] } }[EventType];

/** What a screen receives. `late`: it was fetched because it had been missed. 'reload': too much was missed, reload everything. */
export type Announcement = (Announced | { type: 'reload'; payload: undefined }) & { seq: number; late: boolean };
export type Listener = (event: Announcement) => void;

/** What the server answers to whoever asks for the events after a number. */
export interface MissedEvents {
  events: { seq: number; type: EventType; payload: unknown }[];
  seq: number;
  reload: boolean;
}

/** Puts what came live and what was missed into one order, and tells the screens each number exactly once. */
export const openEventOrder = () => {
  const listeners = new Set<Listener>();
  /** Who listens since before the starting number was known may have loaded too early, and is told to load again. */
  const tooEarly = new Set<Listener>();
  /** Received live, not yet delivered: a number before them is missing. */
  const waiting = new Map<number, Announced>();
  let last: number | undefined;

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

  const deliverLive = (seq: number): boolean => {
    const event = waiting.get(seq);
    if (!event) return false;
    waiting.delete(seq);
    last = seq;
    deliver({ ...event, seq, late: false });
    return true;
  };

  /** Tells what waits, up to the first number that is missing; answers whether one is. */
  const flush = (): boolean => {
    for (let isNext = true; isNext; ) isNext = deliverLive((last ?? 0) + 1);
    return waiting.size > 0;
  };

  /** What was missed after `from`, in order, and between it what came live meanwhile. Answers the last number. */
  const deliverMissed = (from: number, { events, seq }: MissedEvents): number => {
    last = from;
    for (const event of [...events].sort((a, b) => a.seq - b.seq)) {
      if (event.seq <= last) continue;
      const isLive = waiting.delete(event.seq);
      last = event.seq;
      deliver({ ...(event as unknown as Announced), seq: event.seq, late: !isLive });
    }
    // The server's number is the truth: what it does not list up to there is gone, except what came live meanwhile.
    for (const number of [...waiting.keys()].filter((number) => number <= seq).sort((a, b) => a - b)) {
      if (number > last) deliverLive(number);
      else waiting.delete(number);
    }
    return Math.max(last, seq);
  };

  return {
    /** The number up to which everything was told; undefined before the first answer. */
    last: () => last,
    /** Takes an event from the line. Answers whether it is new, and may be told before the next answer. */
    add: (event: Announced, seq: number): boolean => {
      if (last !== undefined && seq <= last) return false;
      waiting.set(seq, event);
      return last !== undefined;
    },
    flush,
    /** Takes what was missed, and answers as `flush` does. */
    take: (missed: MissedEvents): boolean => {
      const { seq, reload } = missed;
      const isStart = last === undefined;
      const from = last ?? Math.min(seq, ...[...waiting.keys()].map((number) => number - 1));
      // A number below ours comes from a database that was set back.
      if ((reload && !isStart) || seq < from) {
        for (const number of waiting.keys()) if (number <= seq) waiting.delete(number);
        last = seq;
        deliver({ type: 'reload', payload: undefined, seq: last, late: true });
      } else last = deliverMissed(from, missed);
      if (isStart) {
        deliver({ type: 'reload', payload: undefined, seq: last, late: true }, [...tooEarly]);
        tooEarly.clear();
      }
      return flush();
    },
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      if (last === undefined) tooEarly.add(listener);
      return () => {
        listeners.delete(listener);
        tooEarly.delete(listener);
      };
    },
  };
};
