import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useIsIncomplete } from './incomplete.ts';
import { laterSocket, type Socket } from './later-socket.ts';

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
  const heard: string[] = [];
  later.on('new_order', () => heard.push('new_order'));
  expect([loads, later.active, later.connected]).toEqual([0, false, false]);

  later.connect();
  await expect.poll(() => done).toEqual(['connect']);
  listeners.get('new_order')?.();
  later.emit('authenticate');
  later.close();
  later.connect();

  await expect.poll(() => done).toEqual(['connect', 'authenticate', 'close', 'connect']);
  expect([heard, loads, later.active, later.connected]).toEqual([['new_order'], 1, true, true]);
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

test('code that does not arrive from a server that is there is a missing part of the page', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}));
  const { result } = renderHook(useIsIncomplete);
  const later = laterSocket(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /socket.js')));
  expect(result.current).toBe(false);
  later.connect();
  await waitFor(() => expect(result.current).toBe(true));
  fetch.mockRestore();
});
