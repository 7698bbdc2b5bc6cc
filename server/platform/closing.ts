import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const UNUSED_FOR = 3000; // ms; what a client has just sent is read by then, also by a machine that is busy
const UNANSWERED_FOR = 11_000; // ms; a request has 10 s to arrive, and the server 15 to end

/**
 * Lets a server close within seconds. By itself Node's waits for every connection that has carried no request, as browsers open them
 * ahead, and for every request that stops arriving: while it closes it looks at no time limit any more. `begin` starts the count.
 */
export const openClosing = (server: Server, { unusedFor = UNUSED_FOR, unansweredFor = UNANSWERED_FOR } = {}) => {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  const use = ({ socket }: { socket: Socket }) => unused.delete(socket);
  server.on('request', use);
  server.on('upgrade', use);
  return {
    begin: (): void => {
      const timers = [
        setTimeout(() => unused.forEach((socket) => socket.bytesRead === 0 && socket.destroy()), unusedFor),
        setTimeout(() => server.closeAllConnections(), unansweredFor),
      ];
      for (const timer of timers) timer.unref();
      server.once('close', () => timers.forEach(clearTimeout));
    },
  };
};
