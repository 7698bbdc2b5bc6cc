import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Announcement } from './outbox.ts';
import type { Session } from './session.ts';

interface Options {
  server: HttpServer;
  /** Finds the session that a Cookie header names. */
  findSession: (cookieHeader: string | undefined) => Promise<Session | undefined>;
  isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  /** Of these sessions, the ids of those that still let somebody in. */
  findAlive: (sessions: readonly Session[]) => Promise<ReadonlySet<number>>;
  onError: (error: unknown) => void;
  /** One proxy stands before us: it wrote the last address in X-Forwarded-For. */
  trustProxy: boolean;
}

/** Whose sockets to close: one device's, all of a member's, or all of a tenant's. */
export type SocketsOf = { session: number } | { member: number } | { tenant: number };

const MESSAGE_MAX = 10_000; // bytes; terminals send an id or two
const RELAYS = ['new_order_backend', 'order_update_backend', 'new_qrorder_backend'];

const STRANGER_STAYS = 30_000; // ms
const STRANGERS_AT_MOST = 50; // of one address at once; the guests of a restaurant may share theirs
const SWEEP_EVERY = 1000; // ms; a session that ends closes its sockets within 2 s (wire.md §6), however it ended

const roomOf = (whose: SocketsOf) => Object.entries(whose)[0]!.join(':');
const roomsOf = ({ tenantId, memberId, id }: Session) => [{ tenant: tenantId }, { member: memberId }, { session: id }].map(roomOf);

/** Opens the sockets of wire.md §6 on the server's port. A tenant's room is joined by the session's cookie, never by what a client says. */
export const openRealtime = ({ server, findSession, isOurOrigin, findAlive, onError, trustProxy }: Options) => {
  const io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: MESSAGE_MAX,
    // No connectionStateRecovery: it gives a socket its rooms back before anybody asks whether its session still lives, and
    // GET /events closes the gaps anyway.
    allowRequest: (request, decide) => decide(null, isOurOrigin(request.headers.origin, request.headers.host)),
  });

  io.use((socket, next) => {
    findSession(socket.handshake.headers.cookie).then(
      (session) => {
        socket.data.session = session;
        next();
      },
      () => next(new Error('unavailable')),
    );
  });

  const strangers = new Map<string, number>();
  /** Lets somebody without a session in for a while, unless there are too many of them at this address. */
  const receiveStranger = (socket: Socket): boolean => {
    const address = addressOf(socket, trustProxy);
    const here = strangers.get(address) ?? 0;
    if (here >= STRANGERS_AT_MOST) return false;
    strangers.set(address, here + 1);
    const timer = setTimeout(() => socket.disconnect(true), STRANGER_STAYS).unref();
    socket.once('disconnect', () => {
      clearTimeout(timer);
      const left = strangers.get(address)! - 1;
      if (left > 0) strangers.set(address, left);
      else strangers.delete(address);
    });
    return true;
  };

  io.on('connection', (socket) => {
    const session = sessionOf(socket);
    // nobody's socket hears nothing; a diner's tells of an order and goes
    if (!session && !receiveStranger(socket)) return void socket.disconnect(true);
    if (session?.isSubscribed) void socket.join(roomsOf(session));
    socket.on('authenticate', (tenantId: unknown, answer?: unknown) => {
      // compared, never converted: a hostile object has no text
      const isOwn = session?.isSubscribed === true && (tenantId === session.tenantId || tenantId === `${session.tenantId}`);
      const reply = isOwn
        ? { success: true, message: 'Authenticated.' }
        : { success: false, code: session ? 'not_allowed' : 'not_signed_in', message: 'Please sign in!' };
      if (typeof answer === 'function') answer(reply);
      socket.emit(isOwn ? 'authenticated' : 'unauthorized', reply);
      if (!isOwn) socket.disconnect(true);
    });
    // The server announces by itself after the commit; what old clients relay causes nothing a second time.
    for (const relay of RELAYS) socket.on(relay, () => {});
  });

  // Closing by name is at once; this finds what nobody named: a trial that ran out, a node that died before it could tell.
  const sweep = async () => {
    const known = [...io.sockets.sockets.values()].flatMap((socket) => sessionOf(socket) ?? []);
    if (known.length === 0) return;
    const alive = await findAlive(known);
    for (const { id } of known) if (!alive.has(id)) io.local.in(roomOf({ session: id })).disconnectSockets(true);
  };
  const timer = setInterval(() => void sweep().catch(onError), SWEEP_EVERY).unref();

  return {
    /** Sends one announcement to all terminals of its tenant. */
    emit: ({ tenantId, type, payload, seq }: Announcement) => {
      io.to(roomOf({ tenant: tenantId })).emit(type, payload, { seq });
    },
    /** Closes sockets, on all nodes. Call it after the commit: a socket that opens again must meet what was changed. */
    closeSockets: (whose: SocketsOf): void => {
      io.in(roomOf(whose)).disconnectSockets(true);
    },
    close: () => {
      clearInterval(timer);
      return io.close();
    },
  };
};

const addressOf = ({ handshake }: Socket, trustProxy: boolean): string => {
  const written = trustProxy ? handshake.headers['x-forwarded-for'] : undefined;
  return (
    String(written ?? '')
      .split(',')
      .at(-1)!
      .trim() || handshake.address
  );
};

const sessionOf = (socket: Socket): Session | undefined => socket.data.session;
