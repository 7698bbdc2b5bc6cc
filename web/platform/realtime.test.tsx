import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventType } from '#contract/events.ts';
import { openRealtime } from './announcements.ts';
import type { Announcement } from './event-order.ts';
import type { Socket } from './later-socket.ts';
import { CallFailed } from './api.ts';

/** A tenant's event log and one socket to it, without a network. */
const stage = () => {
  const handlers = new Map<string, (...args: never[]) => void>();
  const log: { seq: number; type: EventType; payload: { tokenNo: number; orderId: number } }[] = [];
  const sent: unknown[][] = [];
  const asked: number[] = [];
  let isActive = true;
  let answerLater: Promise<void> | undefined;
  let takes = 0;
  let failures = 0;
  let isSubscribed = true;
  let mustReload = false;
  const say = (name: string, ...args: unknown[]) => handlers.get(name)?.(...(args as never[]));
  const socket: Socket = {
    get active() {
      return isActive;
    },
    connected: true,
    connect: vi.fn(),
    close: vi.fn(),
    on: (name, handler) => handlers.set(name, handler),
    emit: (...args) => sent.push(args),
  };
  const realtime = openRealtime({
    tenantId: 3,
    socket,
    missed: async (after) => {
      asked.push(after);
      if (!isSubscribed) throw new CallFailed(402);
      if (failures > 0) {
        failures -= 1;
        throw new Error('No connection');
      }
      const answer = { events: log.filter(({ seq }) => seq > after), seq: log.length, reload: mustReload };
      await answerLater;
      if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
      return answer;
    },
  });
  const received: Announcement[] = [];
  const happen = () => {
    const seq = log.length + 1;
    log.push({ seq, type: 'new_order', payload: { tokenNo: seq, orderId: seq } });
    return seq;
  };
  return {
    realtime,
    socket,
    sent,
    asked,
    received,
    say,
    /** Something happens that this terminal is not told of. */
    happen,
    announce: (seq = happen()) => say('new_order', { tokenNo: seq, orderId: seq }, { seq }),
    listen: () => realtime.subscribe((event) => received.push(event)),
    numbers: () => received.map(({ seq, late, type }) => (type === 'reload' ? `reload ${seq}` : `${seq}${late ? ' late' : ''}`)),
    setActive: (active: boolean) => (isActive = active),
    hold: (until: Promise<void> | undefined): void => {
      answerLater = until;
    },
    answersTake: (ms: number) => (takes = ms),
    fail: (times: number) => (failures = times),
    subscribed: (value: boolean) => (isSubscribed = value),
    forget: () => (log.length = 0),
    tooOld: (value: boolean) => (mustReload = value),
  };
};

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const connected = async () => {
  const scene = stage();
  for (let count = 0; count < 5; count += 1) scene.happen();
  scene.realtime.start();
  await settle();
  scene.listen();
  scene.say('connect');
  await settle();
  return scene;
};

test('starts at the current number, authenticates, and delivers no history', async () => {
  const { numbers, sent, announce, realtime, asked } = await connected();
  expect(asked[0]).toBeGreaterThan(1e12);
  expect(sent).toEqual([['authenticate', 3]]);
  expect(realtime.connection()).toBe('online');
  expect(numbers()).toEqual([]);

  announce();

  expect(numbers()).toEqual(['6']);
});

test('whoever listened before the start was known loads once more', async () => {
  const scene = stage();
  scene.listen();
  scene.happen();
  scene.realtime.start();
  await settle();
  expect(scene.numbers()).toEqual(['reload 1']);
});

test('delivers a repeated announcement once', async () => {
  const { numbers, announce, asked } = await connected();
  const before = asked.length;
  announce();
  announce(6);
  announce(3);
  await settle();
  expect(numbers()).toEqual(['6']);
  expect(asked.length).toBe(before);
});

test('fetches what a gap hides, in order; only the missed one is late', async () => {
  const { numbers, happen, announce, asked } = await connected();
  happen();
  announce();
  expect(numbers()).toEqual([]);
  await settle();
  expect(asked.at(-1)).toBe(5);
  expect(numbers()).toEqual(['6 late', '7']);

  announce();
  expect(numbers()).toEqual(['6 late', '7', '8']);
});

test('fetches after every reconnection, also when nothing is announced', async () => {
  const { numbers, happen, say, realtime } = await connected();
  say('disconnect', 'transport close');
  expect(realtime.connection()).toBe('offline');
  happen();
  happen();
  say('connect');
  await settle();
  expect(numbers()).toEqual(['6 late', '7 late']);
});

test('what is announced while it fetches is neither lost nor doubled', async () => {
  const { numbers, happen, announce, say, hold } = await connected();
  happen();
  let release = () => {};
  hold(new Promise((resolve) => (release = resolve)));
  say('connect');
  announce();
  announce();
  release();
  hold(undefined);
  await settle();
  expect(numbers()).toEqual(['6 late', '7', '8']);
});

test('an answer that is older than what was received meanwhile is no reason to reload', async () => {
  const { numbers, announce, say, hold } = await connected();
  let release = () => {};
  hold(new Promise((resolve) => (release = resolve)));
  say('connect');
  announce();
  release();
  hold(undefined);
  await settle();
  expect(numbers()).toEqual(['6']);
});

test('says reload when the numbers went back, as after a restored backup', async () => {
  const { numbers, announce, say, forget } = await connected();
  forget();
  say('connect');
  await settle();
  announce();
  expect(numbers()).toEqual(['reload 0', '1']);
});

test('says reload when too much was missed, and goes on from there', async () => {
  const { numbers, happen, say, announce, tooOld } = await connected();
  for (let count = 0; count < 20; count += 1) happen();
  tooOld(true);
  say('connect');
  await settle();
  tooOld(false);
  announce();
  expect(numbers()).toEqual(['reload 25', '26']);
});

test('asks again when the question failed', async () => {
  const { numbers, happen, say, fail } = await connected();
  happen();
  fail(1);
  say('connect');
  await settle();
  expect(numbers()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(numbers()).toEqual(['6 late']);
});

test('comes back after the server closed the socket of an expired session', async () => {
  const { socket, say, setActive, asked } = await connected();
  const before = asked.length;
  setActive(false);
  say('disconnect', 'io server disconnect');
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked.length).toBe(before + 1);
  expect(socket.connect).toHaveBeenCalledTimes(2);
});

test('an answer that brings nothing of a gap is asked for again after a pause, and once it does the terminal goes on', async () => {
  const { asked, announce, answersTake, happen, numbers } = await connected();
  answersTake(10);
  asked.length = 0;

  announce(8); // of another log: 6 and 7 are nowhere
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([5]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(asked).toEqual([5, 5, 5]);

  for (let count = 0; count < 3; count += 1) happen();
  await vi.advanceTimersByTimeAsync(3000);
  expect(numbers()).toEqual(['6 late', '7 late', '8']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([5, 5, 5, 5]);
});

test('one faulty listener does not cost the others their event', async () => {
  const { realtime, numbers, announce } = await connected();
  vi.stubGlobal('reportError', vi.fn());
  realtime.subscribe(() => {
    throw new Error('a screen broke');
  });
  realtime.subscribe(() => {});
  announce();
  expect(numbers()).toEqual(['6']);
  vi.unstubAllGlobals();
});

test('a tab of an inactive restaurant is quiet, and says nothing of a lost connection', async () => {
  const { realtime, socket, asked, say, subscribed } = await connected();
  subscribed(false);
  say('connect');
  say('unauthorized', { success: false, code: 'subscription_inactive' });
  await settle();
  const before = asked.length;

  await vi.advanceTimersByTimeAsync(119_000);

  expect([asked.length - before, realtime.connection()]).toEqual([0, 'inactive']);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  expect(socket.close).not.toHaveBeenCalled();
});

test('a tab that waits for the subscription finds it by itself when the word of it got lost', async () => {
  const { socket, say, subscribed, setActive } = await connected();
  subscribed(false);
  say('connect');
  await settle();
  subscribed(true);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(socket.close).toHaveBeenCalledTimes(1);

  setActive(false);
  say('disconnect', 'io client disconnect');
  await vi.advanceTimersByTimeAsync(2000);

  expect(socket.connect).toHaveBeenCalledTimes(2);
});

test('a line that was opened without a session is opened again with the renewed one', async () => {
  const { socket, say } = await connected();
  say('unauthorized', { success: false, code: 'not_signed_in' });
  expect(socket.close).toHaveBeenCalledTimes(1);
});
