import type { Server, Socket } from 'socket.io';

const LIMITS = {
  /** packets in 10 s; a terminal answers pings, and an older one relays its orders (cases.md N4) */
  received: 200,
  /** packets that wait for a client to read; a terminal that reads nothing any more is given up after two pings */
  unread: 1000,
};
const WITHIN = 10_000; // ms

/**
 * Cuts a line that sends without a pause, or that is written to and never read: each answer waits in this server's memory. Every packet
 * counts, also before it is known whose socket it is.
 */
export const cutFloods = ({ engine }: Server, limits = LIMITS): void => {
  engine.on('connection', (line: Socket['conn']) => {
    let since = performance.now();
    let received = 0;
    let unread = 0;
    line.on('packet', () => {
      if (performance.now() - since > WITHIN) [since, received] = [performance.now(), 0];
      received += 1;
      if (received > limits.received) line.close(true);
    });
    line.on('packetCreate', () => {
      unread += 1;
      if (unread > limits.unread) line.close(true);
    });
    line.on('flush', () => (unread = 0));
  });
};
