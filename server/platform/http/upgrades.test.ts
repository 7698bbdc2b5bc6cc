import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { App } from '#server/testing/restaurant.ts';
import { openListening } from '#server/testing/sockets.ts';

/** A connection on which a client asks for another protocol, as curl and Java do by themselves. */
const askForUpgrade = async (app: App, path: string) => {
  const address = app.server.address();
  const wire = connect(typeof address === 'object' ? address!.port : 0, '127.0.0.1');
  wire.on('error', () => {});
  await once(wire, 'connect');
  wire.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`);
  return wire;
};

test('a request to upgrade to an unknown protocol is answered as every request is', async () => {
  const app = await openListening();
  const wire = await askForUpgrade(app, '/healthz');
  const [answer] = (await once(wire, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 OK/);
  wire.destroy();
});

test('a client that asks for an upgrade and breaks its line ends nothing, and holds up no stop', async () => {
  const app = await openListening();
  const held = await askForUpgrade(app, '/socket.io/?EIO=4&transport=websocket');
  for (const path of ['/', '/x', '/socket.io', '/socket.io/?EIO=4&transport=websocket']) {
    const wire = await askForUpgrade(app, path);
    await pause(50);
    wire.resetAndDestroy();
  }
  await pause(200);
  // an error that nobody listens to makes this run of Vitest fail, whatever the test says
  const closed = await Promise.race([app.close().then(() => true), pause(10_000, false)]);
  expect(closed).toBe(true);
  held.destroy();
});
