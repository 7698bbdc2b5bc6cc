import { createClient } from 'redis';

const PING_EVERY = 1000; // ms
/** A Redis that hangs is as good as gone: whoever signs in does not wait longer than this for it. Pings keep an idle line open. */
export const SILENT_AT_MOST = 3000; // ms
export const RECONNECT_AFTER = 1000; // ms
export const socket = { connectTimeout: 5000, reconnectStrategy: () => RECONNECT_AFTER };

/** A connection to Redis that is not waited for, and comes back by itself. `report` tells of an outage once, and not once a second. */
export const openRedis = (url: string, onError: (error: unknown) => void) => {
  let isAway = false;
  const report = (error: unknown) => {
    if (!isAway) onError(error);
    isAway = true;
  };
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_EVERY,
    socket: { ...socket, socketTimeout: SILENT_AT_MOST },
  });
  client.on('error', report);
  client.on('ready', () => (isAway = false));
  client.connect().catch(report);
  return { client, report };
};
