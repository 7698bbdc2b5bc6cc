import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findRunningPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { atLeast, atMost, exactly, type Figure, notTried, timed } from '#tools/parts/figures.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { type Answer, holdAgainst, insist, openShop, type Refusals, sell, unexpectedOf } from '#tools/parts/shop.ts';

type Say = (line: string) => void;

/** Breaks the disk of a server's own database while tills sell, mends it, and holds what they were told against what is stored. */
const damage = async (what: string, dataDir: string, breakIt: () => Promise<() => unknown>, say: Say): Promise<Figure[]> => {
  const server = await startRealServer(dataDir);
  try {
    const shop = await openShop(server.origin);
    const told = new Map<string, Answer>();
    const refusals: Refusals = new Map();
    let isOver = false;
    const write = async (writer: number) => {
      for (let count = 0; !isOver; count++) {
        const key = `${writer}-${count}`;
        told.set(key, await insist(shop, refusals, () => sell(server.origin, shop, { key, isPaid: count % 2 === 1 })));
        await pause(10);
      }
    };
    const writers = Array.from({ length: 4 }, (_, writer) => write(writer));
    await pause(1000);
    // whoever gives up is reported at the end, where all are awaited
    for (const writer of writers) writer.catch(() => {});
    const mend = await breakIt();
    await pause(5000);
    const refused = refusals.get(503) ?? 0;
    await mend();
    const before = told.size;
    const { ms } = await timed(async () => {
      for (const end = Date.now() + 60_000; told.size === before && Date.now() < end; ) await pause(50);
    });
    await pause(1000);
    isOver = true;
    await Promise.all(writers);
    const client = new pg.Client({ connectionString: findRunningPostgres(dataDir) });
    await client.connect();
    const { lost, doubled, tokenGaps, invoiceGaps, eventGaps } = await holdAgainst(client, shop.tenantId, told);
    await client.end();
    say(`${what}: ${refused} orders refused, ${told.size} acknowledged, back after ${Math.round(ms)} ms`);
    return [
      atLeast(`${what}: orders refused meanwhile`, refused, 1),
      exactly('refused with another status than 503', unexpectedOf(refusals)),
      exactly('not answered at all', refusals.get(0) ?? 0),
      atMost('the next order is taken after', ms, 30_000, ' ms'),
      exactly(`of ${told.size} acknowledged lost, doubled, or with a gap`, lost + doubled + tokenGaps + invoiceGaps + eventGaps),
      exactly('ends of the server', Number(server.process.exitCode !== null || server.process.signalCode !== null)),
    ];
  } finally {
    await server.stop();
  }
};

const folder = (name: string) => {
  const dir = mkdtempSync(join(tmpdir(), `comanda-${name}-`));
  chmodSync(dir, 0o755);
  return dir;
};

/** A disk of 500 MB that fills up. Only root may mount one. */
export const runFullDisk = async ({ say }: { say: Say }): Promise<Figure[]> => {
  const disk = folder('disk');
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=500m,mode=755', 'tmpfs', disk]);
  if (status !== 0) {
    rmSync(disk, { recursive: true });
    return [notTried('disk full', 'only root may mount a small disk')];
  }
  try {
    const filler = join(disk, 'filler');
    const fill = async () => {
      const handle = openSync(filler, 'w');
      const fillUp = () => {
        try {
          for (let size = 1_048_576; size >= 1; ) {
            try {
              writeSync(handle, Buffer.alloc(size));
            } catch {
              size = Math.floor(size / 2);
            }
          }
        } catch {
          // full
        }
      };
      fillUp();
      // the database frees and takes: what it frees is taken from it
      const filling = setInterval(fillUp, 100);
      return () => {
        clearInterval(filling);
        closeSync(handle);
        rmSync(filler);
      };
    };
    return await damage('disk full', join(disk, 'data'), fill, say);
  } finally {
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  }
};

const processesOf = (cluster: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/stat`, 'utf8').length > 0 && cluster === processFolder(pid);
    } catch {
      return false;
    }
  });
const processFolder = (pid: string) => {
  const { stdout } = spawnSync('readlink', [`/proc/${pid}/cwd`], { encoding: 'utf8' });
  return stdout.trim();
};

/** fsync answers EIO in every process of the database (strace). */
export const runFsync = async ({ say }: { say: Say }): Promise<Figure[]> => {
  if (!existsSync('/usr/bin/strace')) return [notTried('fsync fails', 'strace is not on this machine')];
  if (spawnSync('strace', ['-e', 'trace=none', 'true']).status !== 0) return [notTried('fsync fails', 'strace may not trace here')];
  const dataDir = folder('fsync');
  try {
    return await damage(
      'fsync fails',
      dataDir,
      async () => {
        const pids = processesOf(join(dataDir, 'postgres'));
        const calls = 'fsync,fdatasync,sync_file_range';
        const args = [
          '-f',
          '-qq',
          '-o',
          '/dev/null',
          '-e',
          `trace=${calls}`,
          '-e',
          `inject=${calls}:error=EIO`,
          ...pids.flatMap((pid) => ['-p', pid]),
        ];
        const tracer = spawn('strace', args, { stdio: 'ignore' });
        return async () => {
          tracer.kill('SIGINT');
          await Promise.race([new Promise((resolve) => tracer.once('exit', resolve)), pause(3000)]);
          tracer.kill('SIGKILL');
        };
      },
      say,
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};
