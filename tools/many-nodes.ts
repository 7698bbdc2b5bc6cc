import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { io } from 'socket.io-client';
import { freePort, startRealServer } from './real-server.ts';
import { openScratchDatabase } from './scratch-database.ts';
import { type Answer, holdAgainst, type Ledger, openShop, sell } from './shop.ts';

const WRITERS = 8;
const LISTENERS = 4;
/** of a writer between two orders, so that both cores are not spent on clients */
const BREATH = 15; // ms

export interface NodesReport extends Ledger {
  /** requests that were refused or broken off while both nodes were restarted one after the other */
  failedInRollingRestart: number;
  /** the same while Redis was dead */
  failedWithoutRedis: number;
  /** orders that a terminal was neither told of nor found when it asked for what it had missed */
  unheard: number;
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

/** nginx with the configuration that is shipped, on ports of its own. */
export const startNginx = async (folder: string, port: number, nodes: readonly number[]): Promise<ChildProcess> => {
  const shipped = readFileSync(new URL('../deploy/nginx.conf', import.meta.url), 'utf8');
  const configuration = shipped
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:3001', `127.0.0.1:${nodes[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${nodes[1]}`)
    .replace('access_log /dev/stdout routes;', 'access_log off;')
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
    for (const stop of stops) await stop();
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

  const heard = Array.from({ length: LISTENERS }, () => new Set<number>());
  for (const seqs of heard) {
    const socket = io(origin, {
      transports: ['websocket'],
      extraHeaders: { cookie: shop.cookie },
      reconnectionDelay: 100,
      reconnectionDelayMax: 300,
    });
    atTheEnd(() => socket.close());
    // What was missed is asked for on every connection and on every gap, as the screens do (wire.md §6).
    let last = 0;
    const catchUp = async () => {
      const response = await fetch(`${origin}/api/v1/events?after=${last}`, { headers: { cookie: shop.cookie } });
      const { events } = (await response.json()) as { events: { seq: number }[] };
      for (const { seq } of events) hear(seq);
    };
    const hear = (seq: number) => {
      seqs.add(seq);
      while (seqs.has(last + 1)) last += 1;
    };
    socket.on('new_order', (_: unknown, { seq }: { seq: number }) => {
      hear(seq);
      if (seq > last) void catchUp().catch(() => {});
    });
    socket.on('connect', () => void catchUp().catch(() => {}));
  }

  const told = new Map<string, Answer>();
  let isOver = false;
  let failed = 0;
  const write = async (writer: number) => {
    for (let count = 0; !isOver; count++) {
      const key = `${writer}-${count}`;
      // as a till does: the same key until it is answered
      for (;;) {
        const answer = await sell(origin, shop, { key, isPaid: count % 2 === 1 }).catch((error: unknown) => {
          failed += 1;
          if (failed < 4) say(`  ${String(error)}`);
          return undefined;
        });
        if (answer) {
          told.set(key, answer);
          break;
        }
        await pause(50);
      }
      await pause(BREATH);
    }
  };
  const failedDuring = async (what: string, work: () => Promise<void>): Promise<number> => {
    failed = 0;
    await work();
    say(`${what}: ${failed} requests failed, ${told.size} orders acknowledged so far`);
    return failed;
  };

  atTheEnd(() => (isOver = true));
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  await pause(500);
  const failedInRollingRestart = await failedDuring('rolling restart', async () => {
    for (const index of [0, 1]) {
      await nodes[index]!.stop();
      nodes[index] = await startNode(ports[index]!);
      // nginx leaves a node that refused alone for two seconds (deploy/nginx.conf)
      await pause(3000);
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
    nginx.kill('SIGKILL');
    await ended(nginx);
    await pause(300);
    // its workers outlive a killed master for a moment and hold the port
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
  await client.end();
  const unheard = heard.reduce((sum, seqs) => sum + (told.size - seqs.size), 0);
  return { ...ledger, failedInRollingRestart, failedWithoutRedis, unheard };
};

if (import.meta.main) {
  const report = await runManyNodes((line) => void process.stdout.write(`${line}\n`));
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
