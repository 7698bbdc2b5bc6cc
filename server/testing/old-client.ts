import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';

// A client as somebody writes it who has read part-1 and part-2 and nothing else: no contract, no type of ours, a cookie jar of its own.

/** Whatever the server answers; the specification names some of its fields. */
// oxlint-disable-next-line typescript/no-explicit-any -- it was written without our types, and reads what the specification names
type Answer = any;

interface Kept {
  value: string;
  path: string;
  ends: number;
}

/** A browser's cookies: each sent below its path alone, and dropped when its time is over. */
const openJar = (clock: () => Date) => {
  const kept = new Map<string, Kept>();
  const drop = () => {
    for (const [name, { ends }] of kept) if (ends <= clock().getTime()) kept.delete(name);
  };
  return {
    take: (lines: readonly string[]) => {
      for (const line of lines) {
        const [pair = '', ...rest] = line.split('; ');
        const at = pair.indexOf('=');
        const attributes = new Map(rest.map((each) => each.split('=') as [string, string]));
        const seconds = attributes.has('Max-Age') ? Number(attributes.get('Max-Age')) : attributes.has('Expires') ? 0 : Infinity;
        const ends = clock().getTime() + seconds * 1000;
        kept.set(pair.slice(0, at), { value: pair.slice(at + 1), path: attributes.get('Path') ?? '/', ends });
      }
    },
    headerFor: (path: string): string => {
      drop();
      return [...kept]
        .filter(([, cookie]) => path.startsWith(cookie.path))
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; ');
    },
    names: (): string[] => {
      drop();
      return [...kept.keys()];
    },
  };
};

interface Options {
  /** where the API is */
  host: string;
  /** where the client's pages are */
  origin: string;
  clock: () => Date;
}

/** One device. */
export const openOldClient = ({ host, origin, clock }: Options) => {
  const jar = openJar(clock);
  /** what its local storage keeps */
  const storage: { user?: { role: string; scope: string; tenant_id: number } } = {};

  const send = async (method: string, path: string, body?: object): Promise<{ status: number; answer: Answer }> => {
    const response = await fetch(`${host}/api/v1${path}`, {
      method,
      headers: {
        origin,
        cookie: jar.headerFor(`/api/v1${path}`),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    jar.take(response.headers.getSetCookie());
    return { status: response.status, answer: await response.json() };
  };

  /** Part-1 §4: a 401 or 403 triggers one refresh and one retry. */
  const call = async (method: string, path: string, body?: object): Promise<{ status: number; answer: Answer }> => {
    const first = await send(method, path, body);
    if (first.status !== 401 && first.status !== 403) return first;
    await send('POST', '/auth/refresh-token');
    return send(method, path, body);
  };

  /** Part-1 §4 and §8: not connected until started, authenticates on connect, comes back after 1 to 5 s. */
  const openLine = (): Socket => {
    const socket = io(host, { autoConnect: false, reconnectionDelay: 1000, reconnectionDelayMax: 5000, timeout: 20_000, multiplex: false });
    // what a browser does by itself at each handshake
    const showCookies = () => void (socket.io.opts.extraHeaders = { origin, cookie: jar.headerFor('/socket.io/') });
    showCookies();
    socket.io.on('reconnect_attempt', showCookies);
    socket.on('connect', () => socket.emit('authenticate', storage.user?.tenant_id));
    onTestFinished(() => void socket.close());
    return socket;
  };

  return {
    jar,
    storage,
    openLine,
    get: (path: string) => call('GET', path),
    post: (path: string, body: object = {}) => call('POST', path, body),
    signIn: async (username: string, password: string): Promise<number> => {
      const { status, answer } = await send('POST', '/auth/signin', { username, password });
      // part-1 §7: 'read for status 200'
      if (status === 200) storage.user = answer.user;
      return status;
    },
  };
};

/** What a till makes of a dish: part-1 §3, the menu item itself and what was chosen. */
export const toCartItem = (item: Answer, quantity = 1): Answer => ({
  ...item,
  quantity,
  notes: null,
  variant_id: null,
  variant: null,
  addons_ids: [],
});

/** What a till makes of a diner's order that it loads: part-1 §4, cart, table, customer type and customer. */
export const toSale = (order: Answer): Answer => ({
  cart: order.items.map(({ item_id, item_title, addons, ...line }: Answer) => ({
    ...line,
    id: item_id,
    title: item_title,
    addons_ids: addons?.map(({ id }: Answer) => id) ?? [],
  })),
  deliveryType: order.delivery_type,
  customerType: order.customer_type,
  customerId: { phone: order.customer_id, name: order.customer_name },
  tableId: order.table_id === null ? '' : String(order.table_id),
  selectedQrOrderItem: order.id,
});
