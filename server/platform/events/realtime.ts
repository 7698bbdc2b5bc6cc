import type { IncomingHttpHeaders, IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { AppError } from '#contract/errors.ts';
import type { CountedRequest } from '#server/platform/limits/request-limit.ts';
import type { Nodes } from './nodes.ts';
import type { Announcement } from './outbox.queries.ts';
import type { Session } from '#server/platform/endpoints/session.ts';
import { startRepeating } from '#server/platform/work/repeating.ts';
import { cutFloods } from './socket-floods.ts';
import { openSocketPlaces } from './socket-places.ts';
import { openSignedOutSockets } from './signed-out-sockets.ts';

interface Options {
  server: HttpServer;
  /** Finds the session that a Cookie header names. */
  findSession: (cookieHeader: string | undefined) => Promise<Session | undefined>;
  isOurOrigin: (headers: IncomingHttpHeaders) => boolean;
  /** of pages elsewhere that may open sockets, and read what they answer */
  allowedOrigins: readonly string[];
  /** Of these sessions, the ids of those that still let somebody in. */
  findAlive: (sessions: readonly Session[]) => Promise<ReadonlySet<number>>;
  /** How many members a tenant has, for the number of its sockets. */
  countMembers: (tenantId: number) => Promise<number>;
  /** What was announced to these tenants after these numbers, by whichever node. */
  findAnnounced: (known: ReadonlyMap<number, number>) => Promise<Announcement[]>;
  /** undefined: this is the only node */
  adapter?: Nodes['adapter'] | undefined;
  onError: (error: unknown) => void;
  /** Called for a handshake that a foreign page sent. */
  onForeign: (from: { address: string; device: string | undefined; origin: string | undefined }) => void;
  /** One proxy stands before us: it wrote the last address in X-Forwarded-For. */
  trustProxy: boolean;
  /** The coarse limit of handshakes (request-limit.ts); both throw when there are too many. */
  requestLimit: {
    enter: (address: string, cookieHeader: string | undefined) => CountedRequest;
    settle: (counted: CountedRequest, session: Session | undefined) => void;
  };
}

/** Whose sockets to close: one device's, all of a member's, or all of a tenant's. */
export type SocketsOf = { session: number } | { member: number } | { tenant: number };

const PING_EVERY = 5000; // ms
const PING_WAITS = 4000; // ms
const CONNECTED_WITHIN = 10_000; // ms; by then a client has said whose terminal it is
const MESSAGE_MAX = 10_000; // bytes; terminals send an id or two
// from node to node
const TOLD = 'announcement';
const HANG_UP = 'hang-up';
const RELAYS = ['new_order_backend', 'order_update_backend', 'new_qrorder_backend'];

/** What `authenticate` answers. Whoever is not subscribed waits on this socket until there is something to receive. */
const WELCOME = { success: true, message: 'Authenticated.' };
const NOT_YET = { success: false, code: 'subscription_inactive', message: 'The subscription is not active!' };
const SIGN_IN = { success: false, message: 'Please sign in!' };

const REFUSED_STAYS = 3000; // ms; a client whose session is over comes back all the time, but not each second
const SWEEP_EVERY = 1000; // ms; a session that ends closes its sockets within 2 s (wire.md §6), however it ended

/**
 * Ends a socket by its line: a Socket.IO client then comes back by itself, with the cookies that it has by that time. It never does
 * after an end of the namespace, and a kitchen would be deaf until somebody reloads the page.
 */
const hangUp = (socket: Socket | undefined) => socket?.conn.close();

const roomOf = (whose: SocketsOf) => Object.entries(whose)[0]!.join(':');
const waitingRoomOf = (tenantId: number) => `waiting:${tenantId}`;
/** By its session's and its member's every terminal is closed; in its tenant's it listens, or waits for the subscription. */
const roomsOf = ({ tenantId, memberId, id, isSubscribed }: Session) => [
  isSubscribed ? roomOf({ tenant: tenantId }) : waitingRoomOf(tenantId),
  roomOf({ member: memberId }),
  roomOf({ session: id }),
];

/** Tells a client whether it receives events, and answers whether it named its own restaurant. Whose events, its cookie has said before. */
const authenticate = (socket: Socket, session: Session | undefined, tenantId: unknown, answer: unknown): boolean => {
  // compared, never converted: a hostile object has no text
  const isOwn = session !== undefined && (tenantId === session.tenantId || tenantId === `${session.tenantId}`);
  const reply = isOwn ? (session.isSubscribed ? WELCOME : NOT_YET) : { ...SIGN_IN, code: session ? 'not_allowed' : 'not_signed_in' };
  if (typeof answer === 'function') answer(reply);
  socket.emit(reply.success ? 'authenticated' : 'unauthorized', reply);
  return isOwn;
};

/** The server of sockets, and the limit before it: a handshake pays by its address, and then by the session that its cookies name. */
const openServer = (options: Options) => {
  const { server, adapter, allowedOrigins, trustProxy, requestLimit, isOurOrigin, onForeign } = options;
  const requests = new WeakMap<IncomingMessage, CountedRequest>();
  const isLetIn = (request: IncomingMessage): boolean => {
    try {
      requests.set(request, requestLimit.enter(addressOf(request, trustProxy), request.headers.cookie));
      return true;
    } catch {
      return false;
    }
  };
  const io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: MESSAGE_MAX,
    // together: so soon a terminal notices that nobody answers, and says so
    pingInterval: PING_EVERY,
    pingTimeout: PING_WAITS,
    // No connectionStateRecovery: it gives a socket its rooms back before anybody asks whether its session still lives, and
    // GET /events closes the gaps anyway.
    ...(adapter ? { adapter } : {}),
    allowRequest: (request, decide) => {
      const { origin, 'user-agent': device } = request.headers;
      const isOurs = isOurOrigin(request.headers);
      if (!isOurs) onForeign({ address: addressOf(request, trustProxy), device, origin });
      decide(null, isOurs && isLetIn(request));
    },
    connectTimeout: CONNECTED_WITHIN,
    ...(allowedOrigins.length > 0 && { cors: { origin: [...allowedOrigins], credentials: true } }),
  });
  cutFloods(io);
  return {
    io,
    /** Throws when whoever this is has opened too many. */
    settle: (request: IncomingMessage, session: Session | undefined) => {
      const counted = requests.get(request);
      if (counted) requestLimit.settle(counted, session);
    },
  };
};

/** Has a socket in only after its session was found and has a place left for it. */
const receiveSockets = ({ io, settle }: ReturnType<typeof openServer>, { findSession, countMembers }: Options): void => {
  const takePlace = openSocketPlaces(countMembers);
  /** Takes a place of the session's for as long as the socket is open. */
  const receiveSession = async (socket: Socket, session: Session) => {
    const leave = await takePlace(session);
    const { conn } = socket;
    const release = () => {
      conn.off('close', release);
      leave();
    };
    // a line that breaks before the socket is open says only the latter
    socket.once('disconnect', release);
    conn.once('close', release);
    if (conn.readyState !== 'open') release();
  };

  io.use((socket, next) => {
    /** False when the socket was refused and closed. */
    const receive = async (): Promise<boolean> => {
      const session = await findSession(socket.handshake.headers.cookie);
      try {
        settle(socket.request, session);
      } catch {
        next(new Error('too_many'));
        // once it has been told; a client that does not hang up would stay for a while
        setImmediate(() => socket.conn.close());
        return false;
      }
      if (session) await receiveSession(socket, session);
      socket.data.session = session;
      return true;
    };
    receive().then(
      (isIn) => isIn && next(),
      (error: unknown) => next(error instanceof AppError ? error : new Error('unavailable')),
    );
  });
};

/** Opens the sockets of wire.md §6 on the server's port. A tenant's room is joined by the session's cookie, never by what a client says. */
export const openRealtime = (options: Options) => {
  const { findAlive, findAnnounced, adapter, onError, trustProxy } = options;
  const opened = openServer(options);
  const { io } = opened;
  receiveSockets(opened, options);

  /** Of each tenant with a terminal here, the last number that its terminals were told, or knew when they came. */
  const lastSeqs = new Map<number, number>();
  const deliver = ({ tenantId, type, payload, seq }: Announcement) => {
    io.local.to(roomOf({ tenant: tenantId })).emit(type, payload, { seq });
    const before = lastSeqs.get(tenantId);
    if (before !== undefined && before < seq) lastSeqs.set(tenantId, seq);
  };
  io.on(TOLD, deliver);
  const hangUpIn = (rooms: readonly string[]) => {
    const ids = new Set(rooms.flatMap((room) => [...(io.sockets.adapter.rooms.get(room) ?? [])]));
    for (const id of ids) hangUp(io.sockets.sockets.get(id));
  };
  io.on(HANG_UP, hangUpIn);

  const receiveSignedOut = openSignedOutSockets(({ request }) => addressOf(request, trustProxy), hangUp);
  io.on('connection', (socket) => {
    const session = sessionOf(socket);
    // a socket without a session receives nothing; a diner's tells of an order and goes
    const endAfter = session ? undefined : receiveSignedOut(socket);
    if (!session && !endAfter) return void hangUp(socket);
    // a terminal that waits for the subscription receives nothing; it is closed, and comes again, when there is something to receive
    if (session) void socket.join(roomsOf(session));
    if (session?.isSubscribed && !lastSeqs.has(session.tenantId)) lastSeqs.set(session.tenantId, session.eventSeq);
    socket.on('authenticate', (tenantId: unknown, answer?: unknown) => {
      if (authenticate(socket, session, tenantId, answer)) return;
      // whoever means another restaurant has nothing to come back for
      if (session) socket.disconnect(true);
      else endAfter?.(REFUSED_STAYS);
    });
    // The server announces by itself after the commit; what old clients relay causes nothing a second time.
    for (const relay of RELAYS) socket.on(relay, () => {});
  });

  // Closing by name is at once; this finds what nobody named: a trial that ran out, a node that died before it could tell.
  const sweep = async () => {
    // those who wait for the subscription receive nothing, and are no business of the sweep
    const known = [...io.sockets.sockets.values()].flatMap((socket) => sessionOf(socket) ?? []).filter(({ isSubscribed }) => isSubscribed);
    const tenants = new Set(known.map(({ tenantId }) => tenantId));
    for (const tenantId of lastSeqs.keys()) if (!tenants.has(tenantId)) lastSeqs.delete(tenantId);
    if (known.length === 0) return;
    const alive = await findAlive(known);
    for (const { id } of known) if (!alive.has(id)) hangUpIn([roomOf({ session: id })]);
    // Another node announced it, and Redis did not bring it here. A terminal knows by the number what it has received already.
    if (lastSeqs.size > 0) for (const announcement of await findAnnounced(lastSeqs)) deliver(announcement);
  };
  // never twice at once: while the database is slow, what looks would take every connection of those who sign in
  const sweeping = startRepeating({ every: SWEEP_EVERY, work: async () => (await sweep(), false), onError });

  return {
    /** How many sockets are open here. */
    count: () => io.sockets.sockets.size,
    /** Sends one announcement to all terminals of its tenant, on all nodes. Those of this node do not wait for Redis. */
    emit: (announcement: Announcement) => {
      deliver(announcement);
      if (adapter) io.serverSideEmit(TOLD, announcement);
    },
    /** Closes sockets, on all nodes. Call it after the commit: a socket that opens again must meet what was changed. */
    closeSockets: (whose: SocketsOf): void => {
      const rooms = 'tenant' in whose ? [roomOf(whose), waitingRoomOf(whose.tenant)] : [roomOf(whose)];
      hangUpIn(rooms);
      if (adapter) io.serverSideEmit(HANG_UP, rooms);
    },
    close: async (): Promise<void> => {
      await Promise.all([sweeping.stop(), io.close()]);
    },
  };
};

const addressOf = ({ headers, socket }: IncomingMessage, trustProxy: boolean): string => {
  const written = trustProxy ? headers['x-forwarded-for'] : undefined;
  return (
    String(written ?? '')
      .split(',')
      .at(-1)!
      .trim() ||
    (socket.remoteAddress ?? '')
  );
};

const sessionOf = (socket: Socket): Session | undefined => socket.data.session;
