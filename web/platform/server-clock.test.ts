import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { learnServerTime, serverNow } from './server-clock.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-10T20:00:00Z');
let measured = 0;

beforeEach(() => {
  measured = 1000;
  vi.useFakeTimers({ now: START, toFake: ['Date'] });
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => measured);
  onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
});

/** The device's clock and the browser's measure go on, each by its own. */
const pass = (device: number, browser: number) => {
  vi.setSystemTime(Date.now() + device);
  measured += browser;
};
const serverSays = (time: number) => learnServerTime(new Response(null, { headers: { date: new Date(time).toUTCString() } }));

test('a device that slept knows how late it is, though its browser measured nothing meanwhile', () => {
  serverSays(START + 7 * MINUTE); // the device is seven minutes slow
  pass(MINUTE, MINUTE);
  expect(serverNow()).toBe(START + 8 * MINUTE);
  pass(30 * MINUTE, 0);
  expect(serverNow()).toBe(START + 38 * MINUTE);
  pass(MINUTE, MINUTE);
  expect(serverNow()).toBe(START + 39 * MINUTE);
  // the next answer says better
  serverSays(START + 20 * MINUTE);
  expect(serverNow()).toBe(START + 20 * MINUTE);
});

test('a clock that is set back, or a little, is no sleep', () => {
  serverSays(START);
  pass(-90 * MINUTE, MINUTE);
  expect(serverNow()).toBe(START + MINUTE);
  pass(91 * MINUTE + 1500, MINUTE);
  expect(serverNow()).toBe(START + 2 * MINUTE);
});
