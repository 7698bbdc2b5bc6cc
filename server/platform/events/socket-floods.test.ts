import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { cutFloods } from './socket-floods.ts';

const open = async (limits: Parameters<typeof cutFloods>[1]) => {
  const server = createServer();
  const io = new Server(server);
  cutFloods(io, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => io.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** A line without a namespace, as a stranger has it. */
  const openLine = async () => {
    const line = new WebSocket(`ws://${host}/socket.io/?EIO=4&transport=websocket`);
    await once(line, 'open');
    return line;
  };
  /** One that is polled, and read only by whoever asks. */
  const openPolled = async () => {
    const url = `http://${host}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(url)).text()).slice(1)) as { sid: string };
    return (packets: string[]) => fetch(`${url}&sid=${sid}`, { method: 'POST', body: packets.join('\x1e') });
  };
  return { io, openLine, openPolled };
};
const UNKNOWN = '40/x,'; // asks for a namespace that there is not, and is told so

test('a line that sends without a pause is cut; one that sends as terminals do is not', async () => {
  const { openLine } = await open({ received: 20, unread: 1000 });
  const [calm, flood] = [await openLine(), await openLine()];
  for (let sent = 0; sent < 15; sent++) calm.send(UNKNOWN);
  for (let sent = 0; sent < 25; sent++) flood.send(UNKNOWN);
  await once(flood, 'close');
  await pause(100);
  expect(calm.readyState).toBe(WebSocket.OPEN);
  calm.close();
});

test('who is written to and reads nothing is cut', async () => {
  const { io, openPolled } = await open({ received: 1000, unread: 20 });
  const send = await openPolled();
  await send(Array.from({ length: 15 }, () => UNKNOWN));
  expect(io.engine.clientsCount).toBe(1);
  await send(Array.from({ length: 10 }, () => UNKNOWN));
  expect(io.engine.clientsCount).toBe(0);
});
