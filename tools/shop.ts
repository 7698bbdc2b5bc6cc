import { randomUUID } from 'node:crypto';
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
    signal: AbortSignal.timeout(10_000),
  });

/** A restaurant of its own with one thing to sell. */
export const openShop = async (origin: string) => {
  const username = `${randomUUID()}@example.com`;
  const password = 'kill me softly';
  await post(origin, '/auth/signup', { biz_name: 'Shop', username, password });
  const response = await post(origin, '/auth/signin', { username, password });
  const { user } = (await response.json()) as { user: { tenant_id: number } };
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const added = await post(origin, '/menu-items/add', { title: 'Soup', price: 4.5 }, { cookie });
  const { id: itemId } = (await added.json()) as { id: number };
  return { cookie, itemId, tenantId: user.tenant_id };
};

/** Sends one order, paid at once or later; throws when it was not acknowledged. */
export const sell = async (
  origin: string,
  { cookie, itemId }: { cookie: string; itemId: number },
  { key, isPaid }: { key: string; isPaid: boolean },
): Promise<Answer> => {
  const path = isPaid ? '/pos/create-order-and-invoice' : '/pos/create-order';
  const response = await post(origin, path, { cart: [{ id: itemId, quantity: 1 }] }, { cookie, 'idempotency-key': key });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
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
        'select 1 as gap from events where tenant_id = $1 having max(seq) <> count(*) or count(*) <> (select count(*) from orders where tenant_id = $1)',
      )
    ).length,
  };
};
