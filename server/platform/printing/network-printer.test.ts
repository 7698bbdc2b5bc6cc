import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { writeToPrinter } from './network-printer.ts';

const timeouts = { connect: 500, status: 300, write: 300 };

/** Something that listens in a house; answers where, and how many bytes of a document it got. */
const listen = async (meet: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    meet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { host: '127.0.0.1', port: (server.address() as { port: number }).port };
};

const OK = Buffer.from([0x12]);
const isQuestion = (data: Buffer) => data.at(-3) === 0x10 && data.at(-2) === 0x04;

test('a slow printer, which takes a long paper in as it prints, is waited for', async () => {
  let got = 0;
  const address = await listen((socket) =>
    socket.on('data', (data) => {
      got += data.length;
      if (isQuestion(data)) return void socket.write(OK);
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    }),
  );
  const bytes = new Uint8Array(16_000_000);
  const print = (printsFor: number) => writeToPrinter(address, async () => ({ bytes, printsFor }), timeouts);
  expect(await print(20_000)).toEqual({ outcome: 'printed', state: 'ok' });
  expect(got).toBeGreaterThan(bytes.length);
  // one that stands still is not waited for longer than its paper takes
  expect((await print(0)).outcome).toBe('unsure');
});

test.each([
  ['a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['two signs', '\x12\x12'],
  ['a printer that tells all of its states unasked', '\x10\x00\x00\x00'],
  ['a flood', '\x12'.repeat(5_000_000)],
])('what answers no status never gets a document: %s', async (_, answer) => {
  const address = await listen((socket) => socket.on('data', () => socket.write(answer, 'latin1')));
  const make = () => Promise.reject(new Error('Asked for its bytes.'));
  expect(await writeToPrinter(address, make, timeouts)).toEqual({ outcome: 'refused', state: 'offline' });
});
