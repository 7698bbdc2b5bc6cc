import type { QrMenu } from '#contract/qr-menu.ts';
import type { CartLine, ShownLine } from './cart.ts';
import { beginTry, rememberPlaced } from './storage.ts';

/** Who orders: nobody in particular, or somebody with a phone. */
export type Orderer = { name: string; phone: string } | 'guest';

/** What was typed at the checkout, for the next time that it opens. */
export interface Draft {
  isByPhone: boolean;
  name: string;
  phone: string;
}

/** Why an order was not placed, as far as a diner can do something about it. */
export type Reason =
  | 'offline'
  | 'price_changed'
  | 'conflict'
  | 'no_table'
  | 'no_link'
  | 'too_many'
  | 'already_sent'
  | 'unsure'
  | 'invalid_input'
  | 'not_allowed'
  | 'other';

const WAIT_MS = 20_000;

const bodyOf = (lines: readonly ShownLine[], orderer: Orderer, tableId: string | null) => ({
  deliveryType: null,
  cartItems: lines.map(({ id, quantity, variant_id, addons_ids, notes, price }) => ({
    id,
    quantity,
    variant_id,
    addons_ids,
    notes,
    price,
  })),
  customerType: orderer === 'guest' ? 'WALKIN' : 'CUSTOMER',
  customer: orderer === 'guest' ? { name: 'Guest', phone: '' } : orderer,
  tableId,
});

const KNOWN: readonly string[] = ['price_changed', 'conflict', 'too_many', 'invalid_input', 'not_allowed'] satisfies Reason[];

const GONE: Record<string, Reason> = { tableId: 'no_table', qrcode: 'no_link' };

/** The server's words, when it is the server that speaks: a proxy or the sign-in page of a Wi-Fi answers in its place, with 200 too. */
interface Answer {
  success?: unknown;
  orderId?: unknown;
  code?: unknown;
  errors?: { path?: unknown[] }[];
}

const readAnswer = async (response: Response): Promise<Answer> => {
  const answer: unknown = await response.json().catch(() => null);
  return answer ?? {};
};

const reasonOf = ({ code, errors }: Answer): Reason => {
  if (code === 'key_reused') return 'already_sent';
  // a code that was replaced since the page was read; without a path it is what has left the menu
  if (code === 'not_found') return GONE[String(errors?.[0]?.path?.[0])] ?? 'conflict';
  return typeof code === 'string' && KNOWN.includes(code) ? (code as Reason) : 'other';
};

interface Order {
  lines: readonly ShownLine[];
  orderer: Orderer;
  tableId: string | null;
}

/** Sends an order: its number, or why it has none, and whether it did not arrive for certain. */
const send = async (
  qrcode: string,
  key: string,
  body: string,
): Promise<{ orderId: number } | { orderId?: undefined; reason: Reason; isRefused?: boolean }> => {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), WAIT_MS);
  try {
    const response = await fetch(`/api/v1/qrmenu/${encodeURIComponent(qrcode)}/place-order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
      credentials: 'same-origin',
      signal: waiting.signal,
    });
    const answer = await readAnswer(response);
    // a server that failed may have placed it all the same, and what is not its answer tells nothing
    if (!response.ok) return { reason: reasonOf(answer), isRefused: response.status < 500 && answer.code !== undefined };
    if (answer.success === true && Number.isInteger(answer.orderId)) return { orderId: Number(answer.orderId) };
  } catch {
    // it may have arrived
  } finally {
    clearTimeout(timer);
  }
  return { reason: 'offline' };
};

const tryToPlace = async (qrcode: string, order: Order): Promise<Reason | null> => {
  const body = JSON.stringify(bodyOf(order.lines, order.orderer, order.tableId));
  const { key, refused, others, placed, isAllOrdered } = beginTry(qrcode, { body, lines: [...order.lines] });
  const end = (orderId: number, lines: readonly CartLine[]) => {
    placed(lines);
    rememberPlaced({ qrcode, orderId, lines: lines.map(({ quantity, title }) => ({ quantity, title })) });
    void announce(qrcode);
  };

  const answer = await send(qrcode, key, body);
  if (answer.orderId !== undefined) {
    end(answer.orderId, order.lines);
    return null;
  }
  if (answer.reason !== 'already_sent') {
    if (answer.isRefused) refused();
    return answer.reason;
  }
  // the one that did arrive is answered as it was then, and none is placed: the key is spent
  for (const other of others()) {
    const again = await send(qrcode, key, other.body);
    if (again.orderId !== undefined) {
      end(again.orderId, other.lines);
      return isAllOrdered() ? null : 'already_sent';
    }
    if (again.reason !== 'already_sent') return again.reason;
  }
  return placed([]) ? 'unsure' : 'already_sent';
};

/** The tries that are under way, by QR code. */
const underWay = new Map<string, Promise<Reason | null>>();

/**
 * Places the order; answers why it was not placed, or null when it was: then what was sent has left the cart. A retry, even with
 * another cart, carries the key of the first try until one was answered: the server then takes it at most once (wire.md §1). When an
 * earlier try did arrive and only its answer was lost, each is sent again as it was: the server tells which, and what that one ordered
 * leaves the cart, so that the next touch cannot order it again.
 * Who goes Back and places again while a try is under way waits for that one, and sends nothing.
 */
export const placeOrder = (qrcode: string, order: Order): Promise<Reason | null> => {
  const earlier = underWay.get(qrcode);
  if (earlier) return earlier;
  const placing = tryToPlace(qrcode, order).finally(() => underWay.delete(qrcode));
  underWay.set(qrcode, placing);
  return placing;
};

const STAYS_MS = 2000;

/** Tells the restaurant, as the specification has it; nobody depends on it, since the server announces by itself. */
const announce = async (qrcode: string): Promise<void> => {
  try {
    const { io } = await import('socket.io-client');
    const socket = io({ reconnection: false, transports: ['websocket', 'polling'] });
    socket.on('connect', () => {
      socket.emit('new_qrorder_backend', qrcode);
      setTimeout(() => socket.disconnect(), STAYS_MS);
    });
    socket.on('connect_error', () => socket.disconnect());
  } catch {
    // the order is placed all the same
  }
};

/** The menu as it is now; null when there is no restaurant behind the code, undefined when it could not be asked. */
export const loadMenu = async (
  qrcode: string,
  tableId: string | null,
): Promise<{ tag: string | null; menu: QrMenu } | null | undefined> => {
  const query = tableId ? `?tableId=${encodeURIComponent(tableId)}` : '';
  try {
    const response = await fetch(`/api/v1/qrmenu/${encodeURIComponent(qrcode)}${query}`, { cache: 'no-cache', credentials: 'same-origin' });
    if (response.ok) return { tag: response.headers.get('etag'), menu: (await response.json()) as QrMenu };
    // a proxy says 404 too, while its server starts
    if (response.status === 404 && (await readAnswer(response)).code === 'not_found') return null;
    console.warn(`The menu could not be read: ${response.status}`);
  } catch (error) {
    console.warn('The menu could not be read:', error);
  }
  return undefined;
};
