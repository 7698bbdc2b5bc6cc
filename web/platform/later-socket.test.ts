import { expect, test, vi } from 'vitest';
import { setIncomplete } from './incomplete.ts';
import { laterSocket, type Socket } from './later-socket.ts';

// a page that lacks a part lacks it for good
vi.mock('./incomplete.ts', async (original) => ({ ...(await original<object>()), setIncomplete: vi.fn() }));

const pretendSocket = () => {
  const done: string[] = [];
  const listeners = new Map<string, (...args: never[]) => void>();
  const socket: Socket = {
    active: true,
    connected: true,
    connect: () => done.push('connect'),
    close: () => done.push('close'),
    on: (name, listener) => listeners.set(name, listener),
    emit: (name) => done.push(name),
  };
  return { socket, done, listeners };
};

test('its code is loaded once, when it connects, and hears what was listened for before', async () => {
  const { socket, done, listeners } = pretendSocket();
  let loads = 0;
  const later = laterSocket(async () => {
    loads++;
    return socket;
  });
  const received: string[] = [];
  later.on('new_order', () => received.push('new_order'));
  expect([loads, later.active, later.connected]).toEqual([0, false, false]);

  later.connect();
  await expect.poll(() => done).toEqual(['connect']);
  listeners.get('new_order')?.();
  later.emit('authenticate');
  later.close();
  later.connect();

  await expect.poll(() => done).toEqual(['connect', 'authenticate', 'close', 'connect']);
  expect([received, loads, later.active, later.connected]).toEqual([['new_order'], 1, true, true]);
});

test('closed before its code is here it does not connect', async () => {
  const { socket, done } = pretendSocket();
  const loaded = Promise.withResolvers<Socket>();
  const later = laterSocket(() => loaded.promise);
  later.connect();
  later.close();
  loaded.resolve(socket);
  await expect.poll(() => later.active).toBe(true);
  expect(done).toEqual([]);
});

test('code that does not arrive is an error of the connection, and is asked for again by the next try', async () => {
  const { socket, done } = pretendSocket();
  const answers = [Promise.reject(new Error('no network')), Promise.resolve(socket)];
  const later = laterSocket(() => answers.shift()!);
  const errors: string[] = [];
  later.on('connect_error', () => errors.push('connect_error'));

  later.connect();
  await expect.poll(() => errors).toEqual(['connect_error']);
  later.connect();

  await expect.poll(() => done).toEqual(['connect']);
});

test.each([
  ['there', () => Promise.resolve(Response.json({})), 1],
  ['silent', () => Promise.reject(new TypeError('Failed to fetch')), 0],
])('code that does not arrive is a missing part of the page only where the server is there: it is %s', async (_, answer, times) => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  const later = laterSocket(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /socket.js')));
  vi.mocked(setIncomplete).mockClear();
  later.connect();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  await fetch.mock.results[0]!.value.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve));
  expect(setIncomplete).toHaveBeenCalledTimes(times);
  fetch.mockRestore();
});
