import { initPos } from '#contract/pos.ts';
import { median, range } from '#tools/parts/median.ts';
import { placeBareOrders } from './bare-orders.ts';
import { benchHistories } from './bench-histories.ts';
import { type Measured, type MeasuredServer, openMeasuredServer, ordersOf } from './measured-server.ts';

const ROUNDS = 3;
const ORDERS_TO_BARE = 0.35;
const INIT_TO_PLAIN = 0.5;

export const coreParts = ['create-order', 'init', 'history'] as const;

interface Options {
  say: (line: string) => void;
  /** how long each row is measured, in seconds */
  seconds: number;
  /** of the large history */
  orders: number;
  parts: readonly (typeof coreParts)[number][];
}

type Say = Options['say'];

type Row = Measured & { beside: number };

const figuresOf = (rows: Row[]) => ({
  ratios: rows.map((row) => row.rate / row.beside),
  of: (name: keyof Row, digits: number) => median(rows.map((row) => row[name])).toFixed(digits),
});
const missedBy = (name: string, ratios: number[], least: number): string[] =>
  median(ratios) < least ? [`${name}: ${median(ratios).toFixed(2)} is below ${least}`] : [];

const benchCreateOrder = async (server: MeasuredServer, say: Say, seconds: number): Promise<string[]> => {
  say('\ncreate-order, 3 lines, 50 tenants, with pricing, row-level security, audit, outbox and idempotency key');
  say('connections | bare transactions/s | orders/s | ratio (range) | p50 ms | p99 ms | server CPU ms an order');
  const bare = (connections: number) => placeBareOrders(connections, { ...server, seconds });
  const ours = (connections: number) => server.load(server.origin, connections, ordersOf(server.tenants));
  const missed: string[] = [];
  await bare(4);
  await ours(4);
  for (const connections of [1, 16, 50]) {
    const rows: Row[] = [];
    for (let round = 0; round < ROUNDS; round++) rows.push({ beside: await bare(connections), ...(await ours(connections)) });
    const { ratios, of } = figuresOf(rows);
    say(
      `${String(connections).padStart(11)} | ${of('beside', 0)} | ${of('rate', 0)} | ${median(ratios).toFixed(2)} (${range(ratios, 2)}) | ${of('p50', 1)} | ${of('p99', 1)} | ${of('cpu', 3)}`,
    );
    missed.push(...missedBy(`create-order at ${connections}`, ratios, ORDERS_TO_BARE));
  }
  return missed;
};

const benchInit = async ({ origin, plainOrigin, tenants, load }: MeasuredServer, say: Say): Promise<string[]> => {
  say('\nGET /pos/init, 100 items, beside a Fastify route that sends the same bytes from memory, 16 connections');
  say('encoding | plain/s | pos/init/s | ratio (range) | p99 ms | server CPU ms an answer');
  const missed: string[] = [];
  for (const encoding of ['identity', 'br']) {
    const headers = { cookie: tenants[0]!.cookie, 'accept-encoding': encoding };
    const rows: Row[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const plain = await load(plainOrigin, 16, [{ method: 'GET', path: `/${encoding}`, headers }]);
      rows.push({ beside: plain.rate, ...(await load(origin, 16, [{ method: 'GET', path: `/api/v1${initPos.path}`, headers }])) });
    }
    const { ratios, of } = figuresOf(rows);
    say(
      `${encoding.padStart(8)} | ${of('beside', 0)} | ${of('rate', 0)} | ${median(ratios).toFixed(2)} (${range(ratios, 2)}) | ${of('p99', 1)} | ${of('cpu', 3)}`,
    );
    missed.push(...missedBy(`pos/init ${encoding}`, ratios, INIT_TO_PLAIN));
  }
  return missed;
};

/** The till's hot calls and everything that must not grow with the history; answers the figures that were missed. */
export const benchCore = async ({ say, seconds, orders, parts }: Options): Promise<string[]> => {
  const server = await openMeasuredServer({ seconds, orders: parts.includes('history') ? orders : 0 });
  const missed: string[] = [];
  if (parts.includes('create-order')) missed.push(...(await benchCreateOrder(server, say, seconds)));
  if (parts.includes('init')) missed.push(...(await benchInit(server, say)));
  if (server.histories) missed.push(...(await benchHistories(server, server.histories, say, orders)));
  await server.stop();
  return missed;
};
