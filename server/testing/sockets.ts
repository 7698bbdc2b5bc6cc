import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished } from 'vitest';
import { openApp, type App } from './restaurant.ts';

/** A server of its own on a free port, as sockets need one. */
export const openListening = async (parts: Parameters<typeof openApp>[0] = {}): Promise<App> => {
  const app = await openApp(parts);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
};

/** Opens the socket of a terminal with these cookies, until the end of the test. */
export const connect = async (app: App, cookies: Record<string, string>): Promise<Socket> => {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const socket = io(`http://127.0.0.1:${port}`, { extraHeaders: { cookie }, reconnection: false, transports: ['websocket'] });
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
};

/** Waits until something is so, for at most 15 seconds. */
export const until = async (isSo: () => boolean): Promise<void> => {
  for (const end = Date.now() + 15_000; !isSo() && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isSo()).toBe(true);
};
