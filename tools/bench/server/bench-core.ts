import { fork } from 'node:child_process';
import autocannon from 'autocannon';
import pg from 'pg';
import { createOrder, initPos } from '#contract/pos.ts';
import { urlFor } from '#server/platform/database/roles.ts';
import type { BenchServer } from '#tools/bench/bench-server.ts';
import { nextMessage } from '#tools/bench/child-messages.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';

const ROUNDS = 3;
const YEAR_TO_DAY = 8;
const PAGE_TO_FIRST = 1.3;

export const coreParts = ['create-order', 'init', 'history'] as const;

interface Options {
  say: (line: string) => void;
  /** how long each row is measured, in seconds */
  seconds: number;
  /** of the large history */
  orders: number;
  parts: readonly (typeof coreParts)[number][];
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const range = (values: number[], digits: number) => `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;

/** The till's hot calls and everything that must not grow with the history; answers the figures that were missed. */
export const benchCore = async ({ say, seconds, orders: largest, parts }: Options): Promise<string[]> => {
  const history = parts.includes('history') ? largest : 0;
  const database = await openScratchDatabase();
  const child = fork('tools/bench/bench-server.ts', [database.ownerUrl, String(history)], { stdio: 'inherit' });
  child.once('exit', (code) => {
    if (code) throw new Error('The server that is measured did not start.');
  });
  const server = await nextMessage<BenchServer>(child);
  const cpuOf = async () => {
    child.send('cpu');
    const { cpu } = await nextMessage<{ cpu: NodeJS.CpuUsage }>(child);
    return (cpu.user + cpu.system) / 1000; // ms
  };

  interface Measured {
    rate: number;
    p50: number;
    p99: number;
    /** ms of the server's processor for one answer */
    cpu: number;
  }

  const load = async (url: string, connections: number, requests: autocannon.Request[]): Promise<Measured> => {
    const before = await cpuOf();
    const result = await autocannon({ url, connections, duration: seconds, requests });
    const answered = result['2xx'];
    if (result.non2xx + result.errors + result.timeouts > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
    return {
      rate: answered / result.duration,
      p50: result.latency.p50,
      p99: result.latency.p99,
      cpu: ((await cpuOf()) - before) / answered,
    };
  };

  const lineOf = (itemId: number) => ({
    item_id: itemId,
    item_title: 'A dish with a plausible name',
    variant_id: null,
    variant_title: null,
    base_price: 700,
    unit_price: 700,
    addons: null,
    quantity: 2,
    notes: 'no onions',
    tax_id: null,
    tax_title: 'VAT',
    tax_rate: 80_000,
    tax_type: 'exclusive',
  });

  let sent = 0;
  /** The very call that the server makes for an order, from this process, without a server in between. */
  const bare = async (connections: number): Promise<number> => {
    const pool = new pg.Pool({ connectionString: urlFor(database.ownerUrl, 'comanda_app'), max: connections });
    const end = Date.now() + seconds * 1000;
    let done = 0;
    const run = async () => {
      while (Date.now() < end) {
        sent += 1;
        const { tenantId, itemIds, version } = server.tenants[sent % server.tenants.length]!;
        const order = {
          version,
          key: `bare-${process.pid}-${sent}`,
          route: createOrder.path,
          hash: 'h',
          now: new Date(),
          businessDate: '2026-01-01',
          memberId: null,
          sessionId: null,
          deliveryType: 'dinein',
          customerType: 'WALKIN',
          customerPhone: null,
          table: null,
          lines: itemIds.slice(0, 3).map(lineOf),
          total: 4536,
          message: 'Order sent to the kitchen.',
          currency: 'USD',
          invoice: null,
        };
        await pool.query({ name: 'place', text: 'select place_order($1, $2)', values: [tenantId, JSON.stringify(order)] });
        done += 1;
      }
    };
    const started = Date.now();
    await Promise.all(Array.from({ length: connections }, run));
    const rate = done / ((Date.now() - started) / 1000);
    await pool.end();
    return rate;
  };

  const orders = (): autocannon.Request[] =>
    server.tenants.map(({ cookie, itemIds }) => ({
      method: 'POST',
      path: `/api/v1${createOrder.path}`,
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        cart: itemIds.slice(0, 3).map((id) => ({ id, quantity: 2, notes: 'no onions' })),
        deliveryType: 'dinein',
        customerType: 'WALKIN',
      }),
      setupRequest: (request) => ({
        ...request,
        headers: { ...request.headers, 'idempotency-key': `bench-${process.pid}-${(sent += 1)}` },
      }),
    }));

  const origin = `http://127.0.0.1:${server.port}`;
  const failures: string[] = [];
  const expectRatio = (name: string, ratios: number[], least: number) => {
    if (median(ratios) < least) failures.push(`${name}: ${median(ratios).toFixed(2)} is below ${least}`);
  };

  if (parts.includes('create-order')) {
    say('\ncreate-order, 3 lines, 50 tenants, with pricing, row-level security, audit, outbox and idempotency key');
    say('connections | bare transactions/s | orders/s | ratio (range) | p50 ms | p99 ms | server CPU ms an order');
    await bare(4);
    await load(origin, 4, orders());
    for (const connections of [1, 16, 50]) {
      const rows: (Measured & { bare: number })[] = [];
      for (let round = 0; round < ROUNDS; round++)
        rows.push({ bare: await bare(connections), ...(await load(origin, connections, orders())) });
      const ratios = rows.map((row) => row.rate / row.bare);
      const of = (name: keyof (typeof rows)[number], digits: number) => median(rows.map((row) => row[name])).toFixed(digits);
      say(
        `${String(connections).padStart(11)} | ${of('bare', 0)} | ${of('rate', 0)} | ${median(ratios).toFixed(2)} (${range(ratios, 2)}) | ${of('p50', 1)} | ${of('p99', 1)} | ${of('cpu', 3)}`,
      );
      expectRatio(`create-order at ${connections}`, ratios, 0.35);
    }
  }

  if (parts.includes('init')) {
    say('\nGET /pos/init, 100 items, beside a Fastify route that sends the same bytes from memory, 16 connections');
    say('encoding | plain/s | pos/init/s | ratio (range) | p99 ms | server CPU ms an answer');
    for (const encoding of ['identity', 'br']) {
      const headers = { cookie: server.tenants[0]!.cookie, 'accept-encoding': encoding };
      const rows: (Measured & { plain: number })[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const plain = await load(`http://127.0.0.1:${server.plainPort}`, 16, [{ method: 'GET', path: `/${encoding}`, headers }]);
        rows.push({ plain: plain.rate, ...(await load(origin, 16, [{ method: 'GET', path: `/api/v1${initPos.path}`, headers }])) });
      }
      const ratios = rows.map((row) => row.rate / row.plain);
      const of = (name: keyof (typeof rows)[number], digits: number) => median(rows.map((row) => row[name])).toFixed(digits);
      say(
        `${encoding.padStart(8)} | ${of('plain', 0)} | ${of('rate', 0)} | ${median(ratios).toFixed(2)} (${range(ratios, 2)}) | ${of('p99', 1)} | ${of('cpu', 3)}`,
      );
      expectRatio(`pos/init ${encoding}`, ratios, 0.5);
    }
  }

  if (server.histories) {
    const { today, small, large, seconds: took } = server.histories;
    say(`\nHistories of 10,000 and of ${history} orders over two years, 200 other tenants beside them (made in ${took} s), 1 connection`);
    say('call | small/s | large/s | large costs (range) | server CPU ms | day to year');
    const get = (cookie: string, path: string): autocannon.Request[] => [{ method: 'GET', path: `/api/v1${path}`, headers: { cookie } }];
    const dayOf = (ago: number) => new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10);
    const report = (path: string, from: string, to: string) => `${path}?type=custom&from=${from}&to=${to}`;
    const calls: [name: string, path: string, most: number | null][] = [
      ["a day's report", report('/reports', dayOf(200), dayOf(200)), 1.3],
      ["today's report", '/reports?type=today', 1.3],
      ["a day's details", report('/reports/details', dayOf(200), dayOf(200)), 1.3],
      ["a year's report", report('/reports', dayOf(364), today), null],
      ["a year's details", report('/reports/details', dayOf(364), today), null],
      ['dashboard', '/dashboard', 1.3],
      ["today's course", '/dashboard/trend', 1.3],
      ['invoices page', '/invoices?type=today&page=1&perPage=10', 1.3],
      ['invoices of a year, page 1', `${report('/invoices', dayOf(364), today)}&page=1&perPage=10`, null],
      ['invoices of a year, page 50', `${report('/invoices', dayOf(364), today)}&page=50&perPage=10`, null],
      ['customers page', '/customers?sort=created_at&page=1&perPage=10', 1.3],
      ['customer search', '/customers/search-by-phone-name/search?q=Berger', 1.3],
      // 20 customers with few invoices, and 200 with many
      ['invoice search', '/invoices/search?q=Berger', null],
      // ten customers in both histories
      ['customer filter', '/customers?sort=created_at&page=1&perPage=10&filter=44%20700000000', 1.3],
      ['a customer', `/customers/${encodeURIComponent('+44 7000000007')}`, 1.3],
    ];
    const isAnswered = async (path: string) => {
      const { status } = await fetch(`${origin}/api/v1${path}`, { headers: { cookie: large } });
      return status === 200;
    };
    const costOf = new Map<string, number>();
    for (const [name, path, most] of calls) {
      if (!(await isAnswered(path))) {
        say(`${name} | not answered by this server`);
        failures.push(`${name}: ${path} is not answered`);
        continue;
      }
      const rows: { small: Measured; large: Measured }[] = [];
      for (let round = 0; round < ROUNDS; round++)
        rows.push({ small: await load(origin, 1, get(small, path)), large: await load(origin, 1, get(large, path)) });
      const costs = rows.map((row) => row.small.rate / row.large.rate);
      costOf.set(name, 1 / median(rows.map((row) => row.large.rate)));
      const dayCost = costOf.get(name.replace('year', 'day'));
      const toYear = name.includes("year's") && dayCost ? costOf.get(name)! / dayCost : null;
      const of = (side: 'small' | 'large', figure: 'rate' | 'cpu', digits: number) =>
        median(rows.map((row) => row[side][figure])).toFixed(digits);
      say(
        `${name} | ${of('small', 'rate', 0)} | ${of('large', 'rate', 0)} | ${median(costs).toFixed(2)} (${range(costs, 2)}) | ${of('large', 'cpu', 2)} | ${toYear ? toYear.toFixed(1) : ''}`,
      );
      if (most && median(costs) > most) failures.push(`${name}: ${median(costs).toFixed(2)} is above ${most}`);
      const firstPage = costOf.get(name.replace('page 50', 'page 1'));
      if (name.endsWith('page 50') && costOf.get(name)! > PAGE_TO_FIRST * firstPage!)
        failures.push(`${name}: ${(costOf.get(name)! / firstPage!).toFixed(2)} times the first page's is above ${PAGE_TO_FIRST}`);
      if (toYear && toYear > YEAR_TO_DAY) failures.push(`${name}: ${toYear.toFixed(1)} times a day's is above ${YEAR_TO_DAY}`);
    }
  }
  child.send('stop');
  await new Promise((resolve) => child.once('exit', resolve));
  await database.stop();
  return failures;
};
