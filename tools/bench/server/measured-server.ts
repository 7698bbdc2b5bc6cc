import { fork } from 'node:child_process';
import autocannon from 'autocannon';
import { createOrder } from '#contract/pos.ts';
import type { BenchServer } from '#tools/bench/bench-server.ts';
import { nextMessage } from '#tools/bench/child-messages.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';

export interface Measured {
  rate: number;
  p50: number;
  p99: number;
  /** ms of the server's processor for one answer */
  cpu: number;
}

interface Options {
  /** how long each load lasts, in seconds */
  seconds: number;
  /** of the large history; 0: no histories */
  orders?: number;
}

let sent = 0;
/** An order of three lines in each of these restaurants, another one each time. */
export const ordersOf = (tenants: BenchServer['tenants']): autocannon.Request[] =>
  tenants.map(({ cookie, itemIds }) => ({
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

export type MeasuredServer = Awaited<ReturnType<typeof openMeasuredServer>>;

/** A server of its own process on a database of its own, and how it is loaded. */
export const openMeasuredServer = async ({ seconds, orders = 0 }: Options) => {
  const database = await openScratchDatabase();
  const child = fork('tools/bench/bench-server.ts', [database.ownerUrl, String(orders)], { stdio: 'inherit' });
  child.once('exit', (code) => {
    if (code) throw new Error('The server that is measured did not start.');
  });
  const server = await nextMessage<BenchServer>(child);
  const cpuOf = async () => {
    child.send('cpu');
    const { cpu } = await nextMessage<{ cpu: NodeJS.CpuUsage }>(child);
    return (cpu.user + cpu.system) / 1000; // ms
  };
  return {
    ...server,
    origin: `http://127.0.0.1:${server.port}`,
    plainOrigin: `http://127.0.0.1:${server.plainPort}`,
    ownerUrl: database.ownerUrl,
    /** Throws when one request was refused or failed. */
    load: async (url: string, connections: number, requests: autocannon.Request[]): Promise<Measured & { answered: number }> => {
      const before = await cpuOf();
      const result = await autocannon({ url, connections, duration: seconds, requests });
      const refused = result['4xx'] + result['5xx'];
      if (refused + result.errors + result.timeouts > 0) throw new Error(`${url}: ${refused} refused, ${result.errors} failed`);
      const answered = result.requests.total;
      return {
        answered,
        rate: answered / result.duration,
        p50: result.latency.p50,
        p99: result.latency.p99,
        cpu: ((await cpuOf()) - before) / answered,
      };
    },
    stop: async (): Promise<void> => {
      child.send('stop');
      await new Promise((resolve) => child.once('exit', resolve));
      await database.stop();
    },
  };
};
