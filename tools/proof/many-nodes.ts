import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { io } from 'socket.io-client';
import { childrenOf } from './kills/kill-loop.ts';
import { freePort, startRealServer } from '#tools/parts/real-server.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';
import {
  type Answer,
  deliver,
  holdAgainst,
  insist,
  type Ledger,
  openShop,
  orderAsDiner,
  type Refusals,
  sell,
  unexpectedOf,
} from '#tools/parts/shop.ts';

const WRITERS = 8;
const LISTENERS = 4;
/** of a writer between two orders, so that both cores are not spent on clients */
const BETWEEN_ORDERS = 15; // ms

interface NodesReport extends Ledger {
  /** requests that were refused or broken off while both nodes were restarted one after the other */
  failedInRollingRestart: number;
  /** the same while Redis was dead */
  failedWithoutRedis: number;
  /** refusals that no till has to expect: neither an answer that did not come, nor 503 */
  unexpected: number;
  /** changes of status, diners' orders and sign-ins that were answered, each less often than orders */
  others: Record<string, number>;
  /** announcements that a terminal was neither told of nor found when it came back or missed a number */
  missed: number;
}

const startRedis = async (port: number): Promise<ChildProcess> => {
  const child = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]);
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
    child.once('exit', () => reject(new Error('redis-server ended')));
  });
  return child;
};

/** nginx with the configuration that is shipped, on ports of its own; `change` is what a test needs otherwise. */
export const startNginx = async (
  folder: string,
  port: number,
  nodes: readonly number[],
  change = (shipped: string) => shipped,
): Promise<ChildProcess> => {
  const shipped = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');
  const configuration = change(shipped)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${nodes[0]}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${nodes[1]}`)
    .replace('access_log /var/log/nginx/access.log routes;', 'access_log off;')
    .replace(
      'http {',
      `http {\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}`,
    );
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `daemon off;\npid ${folder}/nginx.pid;\n${configuration}`);
  const child = spawn(existsSync('/usr/sbin/nginx') ? '/usr/sbin/nginx' : 'nginx', ['-e', 'stderr', '-p', folder, '-c', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for (const end = Date.now() + 10_000; ; await pause(20)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`nginx did not start:\n${said}`);
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true, // whatever the nodes say
      () => false,
    );
    if (isUp) return child;
  }
};

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => (child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve()));

/**
 * Two nodes on one PostgreSQL and one Redis behind nginx. While eight writers sell and terminals listen: a rolling restart,
 * a killed node, a killed Redis, a killed nginx.
 */
export const runManyNodes = async (say: (line: string) => void = () => {}): Promise<NodesReport> => {
  const stops: (() => unknown)[] = [];
  try {
    return await prove(say, (stop) => void stops.unshift(stop));
  } finally {
    // what one of them fails at is no reason to leave the others running
    for (const stop of stops) await Promise.resolve(stop()).catch((error: unknown) => say(String(error)));
  }
};

const prove = async (say: (line: string) => void, atTheEnd: (stop: () => unknown) => void): Promise<NodesReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-nodes-'));
  // nginx's workers run as another user when it is started by root
  chmodSync(folder, 0o755);
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const database = await openScratchDatabase();
  atTheEnd(database.stop);
  const [redisPort, nginxPort, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${nginxPort}`;
  let redis = await startRedis(redisPort);
  atTheEnd(() => redis.kill('SIGKILL'));
  const env = { DATABASE_URL: database.ownerUrl, REDIS_URL: `redis://127.0.0.1:${redisPort}`, PUBLIC_URL: origin, TRUST_PROXY: 'on' };
  const startNode = (port: number) => startRealServer(join(folder, 'data'), env, port);
  const nodes = [await startNode(ports[0]!)];
  atTheEnd(() => Promise.all(nodes.map((node) => node.stop())));
  nodes.push(await startNode(ports[1]!));
  let nginx = await startNginx(folder, nginxPort, ports);
  atTheEnd(() => {
    nginx.kill('SIGQUIT');
    return ended(nginx);
  });
  const shop = await openShop(origin);

  const received = Array.from({ length: LISTENERS }, () => new Set<number>());
  for (const seqs of received) {
    const socket = io(origin, {
      transports: ['websocket'],
      extraHeaders: { cookie: shop.standing },
      reconnectionDelay: 100,
      reconnectionDelayMax: 300,
    });
    atTheEnd(() => socket.close());
    // What was missed is asked for on every connection and on every gap, as the screens do (wire.md §6).
    let last = 0;
    const catchUp = async () => {
      const response = await fetch(`${origin}/api/v1/events?after=${last}`, { headers: { cookie: shop.cookie } });
      const { events } = (await response.json()) as { events: { seq: number }[] };
      for (const { seq } of events) note(seq);
    };
    const note = (seq: number) => {
      seqs.add(seq);
      while (seqs.has(last + 1)) last += 1;
    };
    for (const announcement of ['new_order', 'order_update', 'new_qrorder'])
      socket.on(announcement, (_: unknown, { seq }: { seq: number }) => {
        note(seq);
        if (seq > last) void catchUp().catch(() => {});
      });
    socket.on('connect', () => void catchUp().catch(() => {}));
  }

  const told = new Map<string, Answer>();
  let isOver = false;
  const refusals: Record<string, Refusals> = {};
  const others: Record<string, number> = { 'status changes': 0, "diners' orders": 0, 'sign-ins': 0 };
  const tries = <T>(kind: string, work: () => Promise<T>) =>
    insist(shop, (refusals[kind] ??= new Map()), () =>
      work().catch((error: unknown) => {
        say(`  ${String(error)}`);
        throw error;
      }),
    );
  const order = async (key: string, isPaid: boolean) => {
    const answer = await tries('orders', () => sell(origin, shop, { key, isPaid }));
    told.set(key, answer);
    return answer;
  };
  const write = async (writer: number) => {
    for (let count = 0; !isOver; await pause(BETWEEN_ORDERS)) {
      await order(`${writer}-${count}`, count % 2 === 1);
      count += 1;
    }
  };
  /** What carries no key, and so is not sent to the other node when one has failed. */
  const repeat = async (kind: string, every: number, work: (count: number) => Promise<unknown>) => {
    for (let count = 0; !isOver; await pause(every)) {
      await work((count += 1));
      others[kind] = count;
    }
  };
  const serve = async (count: number) => {
    const { orderId } = await order(`waiter-${count}`, false);
    await tries('status changes', () => deliver(origin, shop, orderId));
  };
  const refused = () =>
    Object.entries(refusals).map(([kind, of]) => [kind, [...of.values()].reduce((sum, times) => sum + times, 0)] as const);
  const failedDuring = async (what: string, work: () => Promise<void>): Promise<number> => {
    const before = new Map(refused());
    await work();
    const failed = refused().map(([kind, times]) => [kind, times - (before.get(kind) ?? 0)] as const);
    const kinds = failed.map(([kind, times]) => `${times} of ${kind}`).join(', ');
    say(`${what}: failed requests: ${kinds || 'none'}; ${told.size} orders acknowledged so far`);
    return failed.reduce((sum, [, times]) => sum + times, 0);
  };

  atTheEnd(() => (isOver = true));
  const writers = [
    ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    repeat('status changes', 200, serve),
    // an address sends no more than 30 in ten minutes
    repeat("diners' orders", 3000, (count) => tries("diners' orders", () => orderAsDiner(origin, shop, `diner-${count}`))),
    repeat('sign-ins', 500, () => tries('sign-ins', shop.signInAgain)),
  ];
  // whoever gives up is reported at the end, where all are awaited
  for (const writer of writers) writer.catch(() => {});
  await pause(500);
  const failedInRollingRestart = await failedDuring('rolling restart', async () => {
    for (const index of [0, 1]) {
      await nodes[index]!.stop();
      nodes[index] = await startNode(ports[index]!);
      // as an operator does (deploy/nginx.conf)
      await pause(5000);
    }
  });
  await failedDuring('a node killed', async () => {
    await nodes[0]!.kill();
    await pause(1000);
    nodes[0] = await startNode(ports[0]!);
  });
  const failedWithoutRedis = await failedDuring('Redis killed', async () => {
    redis.kill('SIGKILL');
    await pause(2000);
    redis = await startRedis(redisPort);
    await pause(500);
  });
  await failedDuring('nginx killed', async () => {
    // its workers would outlive it, hold the port and go on as if nothing had happened
    const workers = childrenOf(nginx.pid!);
    nginx.kill('SIGKILL');
    for (const worker of workers) process.kill(worker, 'SIGKILL');
    await ended(nginx);
    await pause(300);
    for (let tries = 0; ; tries++) {
      const started = await startNginx(folder, nginxPort, ports).catch((error: unknown) => {
        if (tries === 20) throw error;
        return undefined;
      });
      if (started) {
        nginx = started;
        break;
      }
      await pause(200);
    }
    await pause(1000);
  });
  isOver = true;
  await Promise.all(writers);
  await pause(2500); // the last announcements

  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const ledger = await holdAgainst(client, shop.tenantId, told);
  const { rows } = await client.query<{ seq: number }>('select seq::int from events where tenant_id = $1', [shop.tenantId]);
  await client.end();
  const missed = received.reduce((sum, seqs) => sum + rows.filter(({ seq }) => !seqs.has(seq)).length, 0);
  const unexpected = Object.values(refusals).reduce((sum, of) => sum + unexpectedOf(of), 0);
  return { ...ledger, failedInRollingRestart, failedWithoutRedis, missed, unexpected, others };
};

if (import.meta.main) {
  const report = await runManyNodes((line) => void process.stdout.write(`${line}\n`));
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
