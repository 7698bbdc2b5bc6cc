import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { drip } from './connections.ts';

/** The port of a server that does as it is told with the first bytes of a connection. */
const serverThat = (cut: (socket: Socket) => void) =>
  new Promise<number>((resolve) => {
    const server = createServer((socket) => socket.once('data', () => cut(socket)));
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });

test('a slow connection that the server resets was cut, as one that it ends', async () => {
  const cuts: ((socket: Socket) => void)[] = [
    (socket) => socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n'),
    (socket) => socket.resetAndDestroy(),
  ];
  for (const cut of cuts) expect(await drip(await serverThat(cut), 'GET / HTTP/1.1\r\nX-Slow: ')).toBeLessThan(5000);
});
