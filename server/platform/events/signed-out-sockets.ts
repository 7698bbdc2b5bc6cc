import type { Socket } from 'socket.io';
import { prefixOf } from '#server/platform/limits/address-prefix.ts';

const STAYS = 30_000; // ms
const AT_MOST = 50; // of one address prefix at once; the guests of a restaurant may share theirs

/** Counts the sockets without a session by their address, and ends each of them after a while. */
export const openSignedOutSockets = (addressOf: (socket: Socket) => string, hangUp: (socket: Socket) => void) => {
  const counts = new Map<string, number>();
  /** Lets one in, unless there are too many of them at this address; answers how to shorten its stay. */
  return (socket: Socket): ((stays: number) => void) | undefined => {
    const address = prefixOf(addressOf(socket)).narrow;
    const here = counts.get(address) ?? 0;
    if (here >= AT_MOST) return undefined;
    counts.set(address, here + 1);
    let timer: NodeJS.Timeout | undefined;
    let end = Infinity;
    const endAfter = (stays: number) => {
      // a retry never makes the stay longer
      if (performance.now() + stays >= end) return;
      end = performance.now() + stays;
      clearTimeout(timer);
      timer = setTimeout(() => hangUp(socket), stays).unref();
    };
    endAfter(STAYS);
    socket.once('disconnect', () => {
      clearTimeout(timer);
      const left = counts.get(address)! - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    return endAfter;
  };
};
