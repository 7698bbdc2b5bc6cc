import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const UNREAD_FOR = 30_000; // ms; a phone that changes its network reads on, or asks again

/**
 * Ends a connection whose client reads nothing of an answer: the rest of it would stay in memory for as long as the client likes. Node looks only
 * at how requests arrive. An answer that is still made, or of which the client reads a part now and then, goes on; a WebSocket is no answer.
 */
export const endSlowReaders = (server: Server, unreadFor = UNREAD_FOR): void => {
  server.on('request', (_, answer) => {
    answer.setTimeout(unreadFor).on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
};
