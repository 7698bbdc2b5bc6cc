import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openRestaurant } from '#server/testing/restaurant.ts';
import { connect as connectTerminal, openListening } from '#server/testing/sockets.ts';
import { endSlowReaders } from './slow-readers.ts';

const UNREAD_FOR = 200; // ms
/** More than the system keeps of a connection on this machine. */
const LARGE = Buffer.alloc(40_000_000, 'a');
const PIECE = 8_000_000;

/** A server that answers so, and a connection on which a client has asked and reads nothing yet. */
const ask = async (answer: RequestListener, unreadFor = UNREAD_FOR) => {
  const server = createServer(answer);
  endSlowReaders(server, unreadFor);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  let ended = false;
  server.on('connection', (socket) => socket.once('close', () => (ended = true)));
  const wire = connect((server.address() as AddressInfo).port, '127.0.0.1');
  wire.on('error', () => {});
  wire.pause();
  wire.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { wire, isEnded: () => ended };
};

test('a connection whose client reads nothing of its answer is ended, and the answer with it', async () => {
  const { isEnded } = await ask((_, response) => response.end(LARGE));
  await expect.poll(isEnded, { timeout: 5000 }).toBe(true);
});

test('a streamed answer that nobody reads is ended, and its source with it', async () => {
  let isClosed = false;
  const { isEnded } = await ask((_, response) => {
    response.once('close', () => (isClosed = true));
    response.write(LARGE);
  });
  await expect.poll(isEnded, { timeout: 5000 }).toBe(true);
  expect(isClosed).toBe(true);
});

test('a client that is slow and reads on gets all of it', async () => {
  const unreadFor = 3000; // ms; server and client share this process: a pause and a stall of it stay below
  const pause = 1000; // ms
  const { wire, isEnded } = await ask((_, response) => response.end(LARGE), unreadFor);
  let read = 0;
  let pauses = 0;
  wire.on('data', (piece: Buffer) => {
    read += piece.length;
    if (read < (pauses + 1) * PIECE) return;
    pauses += 1;
    wire.pause();
    setTimeout(() => wire.resume(), pause);
  });
  wire.resume();
  await expect.poll(() => read, { timeout: 20_000 }).toBeGreaterThan(LARGE.length);
  expect(pauses * pause).toBeGreaterThan(unreadFor);
  expect(isEnded()).toBe(false);
});

test('an answer that takes long to make is waited for, and the connection answers again afterwards', async () => {
  const { wire } = await ask((_, response) => void setTimeout(() => response.end('done'), UNREAD_FOR * 3));
  for (let times = 0; times < 2; times++) {
    wire.resume();
    const [text] = (await once(wire, 'data')) as [Buffer];
    expect(text.toString()).toMatch(/^HTTP\/1.1 200 OK[^]*done/);
    wire.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  }
});

test('the server gives its answers this time; a WebSocket has none', async () => {
  const app = await openListening();
  const { port } = app.server.address() as AddressInfo;
  const timeouts: Record<string, number | undefined> = {};
  app.server.on('request', ({ socket }) => (timeouts['answer'] = socket.timeout));
  await (await fetch(`http://127.0.0.1:${port}/healthz`)).text();
  app.server.on('upgrade', (_, socket: Socket) => (timeouts['WebSocket'] = socket.timeout));
  await connectTerminal(app, (await openRestaurant({ app })).cookies);
  expect(timeouts).toEqual({ answer: 30_000, WebSocket: 0 });
});
