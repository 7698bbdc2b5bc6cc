import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

const UNUSED_FOR = 3000; // ms; what a client has just sent is read by then, also by a machine that is busy
const UNANSWERED_FOR = 11_000; // ms; a request has 10 s to arrive, and the server 15 to end
const QUIET = 0.1; // ms; a turn of the event loop that did no work
const TURNS = 500;

/**
 * Waits for a turn of the event loop that has accepted what came and did nothing else. The system resets connections that wait to be
 * accepted when the server stops listening, and a proxy sends nothing twice that is a write without a key.
 */
const quietTurn = async (): Promise<void> => {
  for (let turns = 0; turns < TURNS; turns++) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < QUIET) return;
  }
};

/**
 * Lets a server close within seconds. By itself Node's waits for every connection that has carried no request, as browsers open them
 * ahead, and for every request that stops arriving: while it closes it looks at no time limit any more. `begin` stops
 * listening and starts the count; `end` waits for what is still answered.
 */
export const openGracefulShutdown = (server: Server, { unusedFor = UNUSED_FOR, unansweredFor = UNANSWERED_FOR } = {}) => {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  const use = ({ socket }: { socket: Socket }) => unused.delete(socket);
  server.on('request', use);
  server.on('upgrade', use);
  let closed: Promise<unknown> | undefined;
  return {
    begin: async (): Promise<void> => {
      const timers = [
        setTimeout(() => unused.forEach((socket) => socket.bytesRead === 0 && socket.destroy()), unusedFor),
        setTimeout(() => server.closeAllConnections(), unansweredFor),
      ];
      for (const timer of timers) timer.unref();
      server.once('close', () => timers.forEach(clearTimeout));
      if (!server.listening) return;
      await quietTurn();
      closed = once(server, 'close');
      server.close();
    },
    end: async (): Promise<void> => {
      await closed;
    },
  };
};
