import { setTimeout as pause } from 'node:timers/promises';
import type autocannon from 'autocannon';
import { io } from 'socket.io-client';
import { listOrders } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { openDatabaseCpu } from '#tools/bench/database-cpu.ts';
import { median, range } from '#tools/parts/median.ts';
import { openMeasuredServer } from './measured-server.ts';

const ROUNDS = 3;
const TO_PLAIN = 0.6;
const DATABASE_MS = 0.8; // of its processor, an order
const OPEN = 30; // orders
const LIST_MS = 0.6; // of our processor
const SOCKETS = 5;
const EVERY = 50; // ms; 20 orders a second
const ANNOUNCED_MS = 25;

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

type Say = (line: string) => void;

/** The server that is measured, with what its database costs. */
const openServer = async (seconds: number) => {
  const server = await openMeasuredServer({ seconds });
  const databaseCpu = await openDatabaseCpu(server.ownerUrl);
  return {
    ...server,
    load: async (url: string, connections: number, requests: autocannon.Request[]) => {
      const before = databaseCpu();
      const measured = await server.load(url, connections, requests);
      return { ...measured, database: (databaseCpu() - before) / measured.answered };
    },
  };
};
type Server = Awaited<ReturnType<typeof openServer>>;
type Tenant = Server['tenants'][number];

let sent = 0;
const cartOf = (itemIds: number[]) => itemIds.slice(0, 3).map((id) => ({ id, quantity: 2, notes: 'no onions' }));
const keyed = (headers: Record<string, string>) => ({ ...headers, 'idempotency-key': `cost-${process.pid}-${(sent += 1)}` });
const bodyOf = (itemIds: number[]) => JSON.stringify({ cart: cartOf(itemIds), deliveryType: 'dinein', customerType: 'WALKIN' });
const json = { 'content-type': 'application/json' };
const order = (origin: string, { cookie, itemIds }: Tenant) =>
  fetch(`${origin}/api/v1${createOrder.path}`, {
    method: 'POST',
    headers: keyed({ cookie, ...json }),
    body: bodyOf(itemIds),
  });

const benchList = async ({ origin, load }: Server, reader: Tenant, say: Say): Promise<string[]> => {
  say(`\nGET ${listOrders.path}, ${OPEN} open orders of 3 lines, 4 connections`);
  for (let count = 0; count < OPEN; count++) await order(origin, reader);
  const lists = [];
  const get = [{ method: 'GET' as const, path: `/api/v1${listOrders.path}`, headers: { cookie: reader.cookie } }];
  await load(origin, 4, get);
  for (let round = 0; round < ROUNDS; round++) lists.push(await load(origin, 4, get));
  const listCpu = lists.map(({ cpu }) => cpu);
  say(
    `answers/s ${median(lists.map(({ rate }) => rate)).toFixed(0)} | server CPU ms ${median(listCpu).toFixed(2)} (${range(listCpu, 2)}) | database CPU ms ${median(lists.map((row) => row.database)).toFixed(2)}`,
  );
  return median(listCpu) > LIST_MS ? [`GET ${listOrders.path}: ${median(listCpu).toFixed(2)} ms is above ${LIST_MS}`] : [];
};

const benchAnnouncements = async ({ origin }: Server, listener: Tenant, say: Say, seconds: number): Promise<string[]> => {
  say(`\nFrom the request of an order to the last of ${SOCKETS} terminals, 20 orders a second`);
  const sockets = Array.from({ length: SOCKETS }, () =>
    io(origin, { extraHeaders: { cookie: listener.cookie }, transports: ['websocket'], forceNew: true }),
  );
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => void socket.once('connect', resolve))));
  const received = new Map<number, number>();
  const lastReceived = new Map<number, number>();
  for (const socket of sockets)
    socket.on('new_order', ({ tokenNo }: { tokenNo: number }) => {
      received.set(tokenNo, (received.get(tokenNo) ?? 0) + 1);
      if (received.get(tokenNo) === SOCKETS) lastReceived.set(tokenNo, performance.now());
    });
  const asked = new Map<number, number>();
  const asks: Promise<void>[] = [];
  for (const end = performance.now() + Math.max(10, seconds * 3) * 1000; performance.now() < end; await pause(EVERY)) {
    const since = performance.now();
    asks.push(
      order(origin, listener).then(async (response) => void asked.set(((await response.json()) as { tokenNo: number }).tokenNo, since)),
    );
  }
  await Promise.all(asks);
  await pause(1000);
  for (const socket of sockets) socket.close();
  const waits = [...asked].map(([tokenNo, since]) => (lastReceived.get(tokenNo) ?? Number.POSITIVE_INFINITY) - since).slice(20);
  say(`${waits.length} orders | p50 ms ${at(waits, 0.5).toFixed(1)} | p99 ms ${at(waits, 0.99).toFixed(1)}`);
  return at(waits, 0.99) > ANNOUNCED_MS ? [`announcement: p99 ${at(waits, 0.99).toFixed(1)} ms is above ${ANNOUNCED_MS}`] : [];
};

const oursOf = (tenants: Tenant[]) =>
  tenants.map(({ cookie, itemIds }) => ({
    method: 'POST' as const,
    path: `/api/v1${createOrder.path}`,
    headers: { cookie, ...json },
    body: bodyOf(itemIds),
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      headers: keyed({ cookie, ...json }),
    }),
  }));
const plainOf = (tenants: Tenant[]) =>
  tenants.map(({ tenantId, itemIds }) => ({
    method: 'POST' as const,
    path: `/orders/${tenantId}`,
    headers: json,
    body: JSON.stringify({ cart: cartOf(itemIds) }),
  }));

let turns = 0;
/** All tenants, or one after the other: no order is completed here, and a restaurant has 50,000 lines in open ones at most. */
const turnOf = ({ tenants }: Server, many: number): Tenant[] =>
  many === 1 ? [tenants[(turns += 1) % tenants.length]!] : tenants.slice(0, many);

const benchBesidePlain = async (server: Server, many: number, connections: number, say: Say): Promise<string[]> => {
  const rows: Record<'plain' | 'ours', Awaited<ReturnType<Server['load']>>>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const tenants = turnOf(server, many);
    rows.push({
      plain: await server.load(server.plainOrigin, connections, plainOf(tenants)),
      ours: await server.load(server.origin, connections, oursOf(tenants)),
    });
  }
  const ratios = rows.map((row) => row.ours.rate / row.plain.rate);
  const costs = rows.map((row) => row.ours.database);
  const of = (side: 'plain' | 'ours', figure: 'rate' | 'cpu' | 'database', digits: number) =>
    median(rows.map((row) => row[side][figure])).toFixed(digits);
  say(
    `${String(many).padStart(7)} | ${String(connections).padStart(11)} | ${of('plain', 'rate', 0)} | ${of('ours', 'rate', 0)} | ${median(ratios).toFixed(2)} (${range(ratios, 2)}) | ${of('plain', 'database', 2)} | ${of('ours', 'database', 2)} (${range(costs, 2)}) | ${of('plain', 'cpu', 2)} | ${of('ours', 'cpu', 2)}`,
  );
  const name = `${many} tenants, ${connections} connections`;
  const missed: string[] = [];
  if (median(ratios) < TO_PLAIN)
    missed.push(`create-order beside plain inserts, ${name}: ${median(ratios).toFixed(2)} is below ${TO_PLAIN}`);
  if (median(costs) > DATABASE_MS)
    missed.push(`database's processor an order, ${name}: ${median(costs).toFixed(2)} ms is above ${DATABASE_MS}`);
  return missed;
};

/** What an order costs beside plain inserts, what the list of open ones costs, and when the terminals learn of it; answers what was missed. */
export const benchOrderCost = async (say: Say, seconds: number): Promise<string[]> => {
  const server = await openServer(seconds);
  const [reader, listener] = server.tenants.slice(-2) as [Tenant, Tenant];
  const missed = [...(await benchList(server, reader, say)), ...(await benchAnnouncements(server, listener, say, seconds))];

  say('\ncreate-order, 3 lines, with everything on, in turns with plain inserts of the same by a bare Fastify route');
  say(
    'tenants | connections | plain/s | orders/s | ratio (range) | database CPU ms an order: plain | ours (range) | server CPU ms: plain | ours',
  );
  for (const many of [1, server.tenants.length])
    for (const connections of [1, 10, 50]) missed.push(...(await benchBesidePlain(server, many, connections, say)));

  await pause(500); // what was under way when the last round ended
  await server.stop();
  return missed;
};
