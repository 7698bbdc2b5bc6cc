import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { openListening } from '#server/testing/sockets.ts';
import { openGracefulShutdown } from './graceful-shutdown.ts';

const wires: { destroy: () => void }[] = [];
afterEach(() => wires.splice(0).forEach((wire) => wire.destroy()));

const open = async (server: { address: () => unknown }) => {
  const wire = connect((server.address() as { port: number }).port, '127.0.0.1');
  wire.on('error', () => {});
  wires.push(wire);
  await new Promise((resolve) => wire.once('connect', resolve));
  return wire;
};
const within = (ms: number, shutdown: Promise<unknown>) =>
  Promise.race([shutdown.then(() => 'closed'), new Promise((resolve) => setTimeout(() => resolve('still open'), ms))]);

test('a connection that a browser has opened ahead does not hold up the end of the server', async () => {
  const app = await openListening();
  await open(app.server);
  await new Promise((resolve) => setTimeout(resolve, 100));

  expect(await within(5000, app.close())).toBe('closed');
});

test('what is under way is answered; a request that stops arriving is given up', async () => {
  const app = Fastify();
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  app.get('/slow', async () => {
    isAsked();
    await new Promise((resolve) => setTimeout(resolve, 600));
    return 'answered';
  });
  app.post('/half', async () => 'never');
  const shutdown = openGracefulShutdown(app.server, { unusedFor: 50, unansweredFor: 1500 });
  app.addHook('preClose', async () => {
    await shutdown.begin();
    await shutdown.end();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const half = await open(app.server);
  half.write('POST /half HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nonly this');
  const slow = await open(app.server);
  let answer = '';
  slow.on('data', (chunk) => (answer += chunk.toString()));
  slow.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked;

  expect(await within(5000, app.close())).toBe('closed');
  expect(answer).toMatch(/^HTTP\/1.1 200 [^]*answered$/);
});
