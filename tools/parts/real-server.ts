import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** As scripts/start.mjs has it. */
const NODE_COMPILE_CACHE = resolve('node_modules', '.cache', 'node');

/** A port that nobody listens on. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

export interface RealServer {
  origin: string;
  process: ChildProcess;
  /** all that it printed */
  output: () => string;
  /** ends it the hard way and waits until it is gone */
  kill: () => Promise<void>;
  /** asks it to stop and answers its exit code */
  stop: () => Promise<number | null>;
}

/** Starts the server as `npm start` does, in a process of its own, and waits until it answers. Rejects with its output when it does not within 90 s. */
export const startRealServer = async (
  dataDir: string,
  env: Record<string, string> = {},
  given?: number,
  /** where another release lies */
  folder?: string,
): Promise<RealServer> => {
  const port = given ?? (await freePort());
  const child = spawn(process.execPath, ['server/main.ts'], {
    ...(folder && { cwd: folder }),
    env: { ...process.env, NODE_COMPILE_CACHE, PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const origin = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + 90_000; ; ) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start:\n${output}`);
    }
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) break;
    await pause(25);
  }
  return {
    origin,
    process: child,
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: () => {
      child.kill('SIGTERM');
      return gone;
    },
  };
};
