import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

export interface Answer {
  orderId: number;
  tokenNo: number;
  invoiceId?: number;
}

/** Posts JSON to a real server, as a till does. */
export const post = (origin: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });

/** Reads from a real server; throws when it does not answer 200. */
export const get = async (origin: string, path: string, cookie: string): Promise<unknown> => {
  const response = await fetch(`${origin}/api/v1${path}`, { headers: { cookie }, signal: AbortSignal.timeout(10_000) });
  return response.ok ? response.json() : tryAgain(path, response);
};

export const tryAgain = async (what: string, response: Response): Promise<never> => {
  throw new Error(`${what}: ${response.status} ${await response.text()}`);
};

/** How often each status refused something; 0 where nobody answered. */
export type Refusals = Map<number, number>;

/** The status that a refusal of this file tells of, 0 where nobody answered. */
export const statusOf = (error: unknown): number => Number(/: (\d{3}) /.exec(String(error))?.[1] ?? 0);

/** Away, busy, or an access token that has run out: all that a till has to expect while things break. */
const PASSING = [0, 401, 503];
export const unexpectedOf = (refusals: Refusals, others: readonly number[] = []): number =>
  [...refusals].reduce((sum, [status, times]) => ([...PASSING, ...others].includes(status) ? sum : sum + times), 0);

/** ms */
const INSIST_FOR = 60_000;
/** ms; a server that was killed with its database takes more than a minute to come back on a machine that does much else */
export const AFTER_KILLS = 300_000;

/** As a till does: the same again until it is answered, but not for ever. */
export const insist = async <T>(shop: Pick<Shop, 'renew'>, refusals: Refusals, work: () => Promise<T>, forMs = INSIST_FOR): Promise<T> => {
  for (const end = Date.now() + forMs; ; await pause(20)) {
    try {
      return await work();
    } catch (error) {
      const status = statusOf(error);
      refusals.set(status, (refusals.get(status) ?? 0) + 1);
      if (Date.now() > end) throw new Error(`Not answered within ${forMs / 1000} s: ${String(error)}`, { cause: error });
      if (status === 401) await shop.renew().catch(() => {});
    }
  }
};

/** Tills of a shop: what one of them may ask in a second is limited (server/platform/limits/limit-table.ts). */
const TILLS = 16;
/** Sessions that nobody begins anything with any more, before they end. */
const RETIRED = 10;

/**
 * A restaurant of its own with one thing to sell at several tills, and diners who order it. A server that is killed comes back at another
 * address: `now` tells it, for those who sign in later.
 */
export const openShop = async (origin: string, now = () => origin) => {
  const username = `${randomUUID()}@example.com`;
  const password = 'kill me softly';
  await post(origin, '/auth/signup', { biz_name: 'Shop', username, password });
  const cookieOf = ({ headers }: Response) =>
    headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  /** As from a device of its own, or from the one of a session, which ends then. */
  const signIn = async (former?: string) => {
    const response = await post(now(), '/auth/signin', { username, password }, former ? { cookie: former } : {});
    if (!response.ok) return tryAgain('sign-in', response);
    const { user } = (await response.json()) as { user: { tenant_id: number } };
    return { cookie: cookieOf(response), tenantId: user.tenant_id };
  };
  const { cookie, tenantId } = await signIn();
  const cookies = [cookie];
  while (cookies.length < TILLS) cookies.push((await signIn()).cookie);
  const { cookie: standing } = await signIn();
  let turn = 0;
  const retired: string[] = [];
  const added = await post(origin, '/menu-items/add', { title: 'Soup', price: 4.5 }, { cookie });
  const { id: itemId } = (await added.json()) as { id: number };
  await post(origin, '/settings/store-setting', { isQRMenuEnabled: true, isQROrderEnabled: true }, { cookie });
  for (const title of ['T1', 'T2', 'T3', 'T4'])
    await post(origin, '/settings/store-tables/add', { title, floor: '-', seatingCapacity: 4 }, { cookie });
  const tables = (await get(origin, '/settings/store-tables', cookie)) as { id: number; encrypted_id: string }[];
  const { uniqueQRCode: qrcode } = (await get(origin, '/settings/store-setting', cookie)) as { uniqueQRCode: string };
  return {
    /** of each till in turn */
    get cookie(): string {
      turn = (turn + 1) % TILLS;
      return cookies[turn]!;
    },
    itemId,
    tenantId,
    qrcode,
    /** where diners sit; each takes so many orders in ten minutes */
    tableIds: tables.map(({ encrypted_id }) => encrypted_id),
    /** the same tables, as tills name them */
    tillTableIds: tables.map(({ id }) => id),
    /** An access token ends after ten minutes. Not by signing in: five tries that a kill has cut off lock a name out for a while. */
    renew: async () => {
      const former = cookies[0]!;
      const response = await post(now(), '/auth/refresh-token', {}, { cookie: former });
      const fresh = response.ok ? cookieOf(response) : (await signIn()).cookie;
      // of two that renew one at once the first has exchanged it
      if (cookies[0] !== former) return;
      cookies.shift();
      cookies.push(fresh);
    },
    /** Of one till; where nothing is killed. */
    signInAgain: async () => {
      // not the last ones: requests may be under way with them, for seconds on a busy machine
      const { cookie: fresh } = await signIn(retired.length > RETIRED ? retired.shift() : undefined);
      retired.push(cookies.shift()!);
      cookies.push(fresh);
    },
    /** a session that no till renews: for who listens all the time */
    standing,
  };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Sends one order, paid at once or later, at a table or at none; throws when it was not acknowledged. */
export const sell = async (
  origin: string,
  { cookie, itemId }: Pick<Shop, 'cookie' | 'itemId'>,
  { key, isPaid, quantity = 1, tableId }: { key: string; isPaid: boolean; quantity?: number; tableId?: number | undefined },
): Promise<Answer> => {
  const path = isPaid ? '/pos/create-order-and-invoice' : '/pos/create-order';
  const response = await post(origin, path, { cart: [{ id: itemId, quantity }], tableId }, { cookie, 'idempotency-key': key });
  if (!response.ok) return tryAgain(path, response);
  return (await response.json()) as Answer;
};

/** Completes an open order and takes payment for it; answers its invoice. */
export const pay = async (origin: string, { cookie }: Shop, orderId: number, key: string): Promise<number> => {
  const path = '/orders/complete-and-pay-order';
  const response = await post(origin, path, { orderIds: [orderId] }, { cookie, 'idempotency-key': key });
  if (!response.ok) return tryAgain(path, response);
  return ((await response.json()) as { invoiceId: number }).invoiceId;
};

/** Completes a paid order. Told that it is closed already, the answer before was lost and not the change. */
export const complete = async (origin: string, { cookie }: Shop, orderId: number): Promise<true> => {
  const response = await post(origin, '/orders/complete', { orderIds: [orderId] }, { cookie });
  return response.ok || response.status === 409 ? true : tryAgain('/orders/complete', response);
};

/** Sets the one item of an open order to 'delivered'; answers the item's id. */
export const deliver = async (origin: string, { cookie }: Shop, orderId: number): Promise<number> => {
  const board = (await get(origin, '/orders', cookie)) as { orders: { id: number; items: { id: number }[] }[] }[];
  const order = board.flatMap(({ orders }) => orders).find(({ id }) => id === orderId);
  if (!order) throw new Error(`Order ${orderId} is not on the board.`);
  const lineId = order.items[0]!.id;
  const path = `/orders/update-status/${lineId}`;
  const response = await post(origin, path, { status: 'delivered' }, { cookie });
  return response.ok ? lineId : tryAgain(path, response);
};

/** Orders as a diner with a new browser, at the table that the key's number says; answers the QR order's id. */
export const orderAsDiner = async (origin: string, { qrcode, itemId, tableIds }: Shop, key: string): Promise<number> => {
  const path = `/qrmenu/${qrcode}/place-order`;
  const tableId = tableIds[Number(/\d+$/.exec(key)?.[0] ?? 0) % tableIds.length] ?? null;
  const body = { deliveryType: null, cartItems: [{ id: itemId, quantity: 1 }], customerType: 'WALKIN', tableId };
  const response = await post(origin, path, body, { 'idempotency-key': key });
  if (!response.ok) return tryAgain(path, response);
  return ((await response.json()) as { orderId: number }).orderId;
};

export interface Ledger {
  acknowledged: number;
  lost: number;
  doubled: number;
  tokenGaps: number;
  invoiceGaps: number;
  eventGaps: number;
}

/** Holds what tills were told, by idempotency key, against what is stored. Every key must have been tried until it was answered. */
export const holdAgainst = async (client: pg.Client, tenantId: number, told: ReadonlyMap<string, Answer>): Promise<Ledger> => {
  const rowsOf = async (text: string) => (await client.query<Record<string, number>>(text, [tenantId])).rows;
  const stored = await rowsOf('select id::int, token_no, invoice_id::int from orders where tenant_id = $1');
  const byId = new Map(stored.map((row) => [row['id'], row]));
  return {
    acknowledged: told.size,
    lost: [...told.values()].filter(({ orderId, tokenNo, invoiceId }) => {
      const row = byId.get(orderId);
      return row?.['token_no'] !== tokenNo || (row['invoice_id'] ?? undefined) !== invoiceId;
    }).length,
    // there is one order for each key and no other
    doubled: stored.length - told.size,
    tokenGaps: (
      await rowsOf(
        'select business_date from orders where tenant_id = $1 group by 1 having max(token_no) <> count(*) or min(token_no) <> 1',
      )
    ).length,
    invoiceGaps: (await rowsOf('select 1 as gap from invoices where tenant_id = $1 having max(id) <> count(*)')).length,
    eventGaps: (
      await rowsOf(
        `select 1 as gap from events where tenant_id = $1
         having max(seq) <> count(*) or count(*) filter (where type = 'new_order') <> (select count(*) from orders where tenant_id = $1)`,
      )
    ).length,
  };
};
