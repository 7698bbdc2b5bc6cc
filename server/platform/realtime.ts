import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { Announcement } from './outbox.ts';
import type { Session } from './session.ts';

interface Options {
  server: HttpServer;
  /** Finds the session that a Cookie header names. */
  findSession: (cookieHeader: string | undefined) => Promise<Session | undefined>;
  isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean;
}

const MESSAGE_MAX = 10_000; // bytes; terminals send an id or two
const RELAYS = ['new_order_backend', 'order_update_backend', 'new_qrorder_backend'];

const tenantRoom = (tenantId: number) => `tenant:${tenantId}`;
const sessionRoom = (sessionId: number) => `session:${sessionId}`;

/** Opens the sockets of wire.md §6 on the server's port. A tenant's room is joined by the session's cookie, never by what a client says. */
export const openRealtime = ({ server, findSession, isOurOrigin }: Options) => {
  const io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: MESSAGE_MAX,
    // A recovered socket would skip the look-up of its session (reliability.md §1).
    connectionStateRecovery: { skipMiddlewares: false },
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

  io.on('connection', (socket) => {
    const session = sessionOf(socket);
    if (session) void socket.join([tenantRoom(session.tenantId), sessionRoom(session.id)]);
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

  return {
    /** Sends one announcement to all terminals of its tenant. */
    emit: ({ tenantId, type, payload, seq }: Announcement) => {
      io.to(tenantRoom(tenantId)).emit(type, payload, { seq });
    },
    /** Closes the sockets of a session that has ended. */
    closeSession: (sessionId: number) => io.in(sessionRoom(sessionId)).disconnectSockets(true),
    close: () => io.close(),
  };
};

const sessionOf = (socket: Socket): Session | undefined => socket.data.session;
