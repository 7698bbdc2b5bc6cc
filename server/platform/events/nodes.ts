import { createAdapter } from '@socket.io/redis-streams-adapter';
import { createClient } from 'redis';
import { openRedis, RECONNECT_AFTER, SILENT_AT_MOST, socket } from '#server/platform/redis.ts';

const READ_AT_MOST = 2000; // ms; one waiting read of the stream, shorter than the silence that ends its line

/** What the nodes of one installation tell each other through a Redis (cases.md §2). */
export interface Nodes {
  /** for Socket.IO */
  adapter: ReturnType<typeof createAdapter>;
  /** Throws when Redis does not answer. */
  ping: () => Promise<unknown>;
  close: () => Promise<void>;
}

/**
 * Connects this node with the others. A Redis that is away or comes late stops nothing: what is told meanwhile reaches
 * the others' terminals through the outbox (realtime.ts). `names` begins the names of streams and channels, which other installations receive
 * too: PUBLISH knows no number of a database.
 */
export const connectNodes = (redisUrl: string, names: string, onError: (error: unknown) => void): Nodes => {
  const { client, report } = openRedis(redisUrl, onError);

  const publish = client.publish.bind(client);
  const readers: { destroy: () => void }[] = [];
  const forAdapter = Object.assign(client, {
    // The adapter does not wait for what it publishes: a refusal that nobody catches would end the process.
    publish: (...message: Parameters<typeof publish>) => publish(...message).catch(() => 0),
    // It reads again at once when a read is refused: without a queue it would spin for as long as Redis is away.
    duplicate: () => {
      const reader = createClient({
        url: redisUrl,
        pingInterval: READ_AT_MOST,
        socket: { ...socket, socketTimeout: 2 * READ_AT_MOST + SILENT_AT_MOST },
      });
      readers.push(reader);
      const connect = reader.connect.bind(reader);
      const subscribe = reader.subscribe.bind(reader);
      /** Nobody waits for it, or would do it again: refused, as by a Redis that lets this user into no channel, it is tried until it holds. */
      const keepSubscribing = async (...wanted: Parameters<typeof subscribe>): Promise<void> => {
        try {
          await subscribe(...wanted);
        } catch (error) {
          report(error);
          setTimeout(() => reader.isOpen && void keepSubscribing(...wanted), RECONNECT_AFTER).unref();
        }
      };
      return Object.assign(reader, {
        // It fails only when it is closed before Redis ever answered, and nobody would catch that: then there is nothing more to come.
        connect: () => connect().catch(() => new Promise<never>(() => {})),
        subscribe: keepSubscribing,
      });
    },
  });

  return {
    adapter: createAdapter(forAdapter, { streamName: `${names}:sockets`, channelPrefix: names, blockTimeInMs: READ_AT_MOST }),
    ping: () => client.ping(),
    close: async () => {
      for (const reader of readers) reader.destroy();
      client.destroy();
    },
  };
};
