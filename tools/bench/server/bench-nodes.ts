import { type ChildProcess, fork } from 'node:child_process';
import cluster from 'node:cluster';
import autocannon from 'autocannon';
import pg from 'pg';
import { listOrders } from '#contract/orders.ts';
import { createOrder, initPos } from '#contract/pos.ts';
import type { BenchServer } from '#tools/bench/bench-server.ts';
import { nextMessage } from '#tools/bench/child-messages.ts';
import { median } from '#tools/parts/median.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';
import { ordersOf } from './measured-server.ts';

const ROUNDS = 3;
const CONNECTIONS = 16;
const OPEN_ORDERS = 30; // of each restaurant

interface Node {
  processes: ChildProcess[];
  origin: string;
}
interface Measured {
  rate: number;
  p99: number;
  /** that the processes of the server kept busy */
  cores: number;
}

const cpuOf = async (processes: ChildProcess[]) => {
  let ms = 0;
  for (const child of processes) {
    child.send('cpu');
    const { cpu } = await nextMessage<{ cpu: NodeJS.CpuUsage }>(child);
    ms += (cpu.user + cpu.system) / 1000;
  }
  return ms;
};

/** One process beside two that share a port, on one database (0027-one-process.md). It says what a machine does, and asks nothing of it. */
export const benchNodes = async (say: (line: string) => void, seconds: number): Promise<string[]> => {
  const database = await openScratchDatabase();
  const given = [database.ownerUrl, '0'];
  const single = fork('tools/bench/bench-server.ts', given, { stdio: 'inherit' });
  const { port, tenants } = await nextMessage<BenchServer>(single);
  cluster.setupPrimary({ exec: 'tools/bench/bench-server.ts', args: given });
  const pair = [cluster.fork().process, cluster.fork().process];
  const [first] = await Promise.all(pair.map((child) => nextMessage<BenchServer>(child)));
  const one: Node = { processes: [single], origin: `http://127.0.0.1:${port}` };
  const two: Node = { processes: pair, origin: `http://127.0.0.1:${first!.port}` };

  const orders = () => ordersOf(tenants);
  const get = (path: string) => (): autocannon.Request[] =>
    tenants.map(({ cookie }) => ({ method: 'GET', path: `/api/v1${path}`, headers: { cookie } }));

  const measure = async ({ processes, origin: url }: Node, requests: () => autocannon.Request[]): Promise<Measured> => {
    const before = await cpuOf(processes);
    const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, requests: requests() });
    if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
    return {
      rate: result['2xx'] / result.duration,
      p99: result.latency.p99,
      cores: ((await cpuOf(processes)) - before) / 1000 / result.duration,
    };
  };

  say(`\none process of the server beside two on one port, ${CONNECTIONS} connections, ${tenants.length} restaurants`);
  say('call | one: answers/s, p99 ms, its cores | two: answers/s, p99 ms, their cores | two to one (range)');
  const compare = async (name: string, requests: () => autocannon.Request[]) => {
    const rows: { one: Measured; two: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round++) rows.push({ one: await measure(one, requests), two: await measure(two, requests) });
    const of = (node: 'one' | 'two') =>
      (['rate', 'p99', 'cores'] as const)
        .map((figure) => median(rows.map((row) => row[node][figure])).toFixed(figure === 'cores' ? 2 : 0))
        .join(', ');
    const ratios = rows.map((row) => row.two.rate / row.one.rate);
    const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    say(`${name} | ${of('one')} | ${of('two')} | ${median(ratios).toFixed(2)} (${range})`);
  };

  await compare(`GET ${initPos.path}`, get(initPos.path));
  await autocannon({ url: one.origin, connections: CONNECTIONS, amount: OPEN_ORDERS * tenants.length, requests: orders() });
  // Plans made while the tables were empty go through all of them: without this, whoever has planned later wins by that alone.
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('vacuum analyze');
  await owner.end();
  await compare(`GET ${listOrders.path}, ${OPEN_ORDERS} open orders`, get(listOrders.path));
  await compare(`POST ${createOrder.path}`, orders);

  for (const child of [single, ...pair]) {
    child.send('stop');
    await new Promise((resolve) => child.once('exit', resolve));
  }
  await database.stop();
  return [];
};
