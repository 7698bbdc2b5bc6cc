import { spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** A Redis of the test's own, ended with it. */
export const startRedis = async (given?: number) => {
  const port = given ?? (await freePort());
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
    child.once('exit', () => reject(new Error('redis-server ended')));
  });
  return { port, url: `redis://127.0.0.1:${port}`, child };
};
