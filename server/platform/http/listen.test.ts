import { createServer } from 'node:http';
import { once } from 'node:events';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenAt } from './listen.ts';

test('a port that another program has is told in a sentence, and what goes on beside the calls ends', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const app = fastify();
  const end = vi.fn<() => void>();
  app.addHook('onClose', async () => end());

  await expect(listenAt(app, { port, host: '127.0.0.1' })).rejects.toThrow(
    `Another program already listens at 127.0.0.1, port ${port}: stop it, or choose another PORT.`,
  );
  expect(end).toHaveBeenCalledOnce();
});

test('an address of another computer is none to listen at', async () => {
  // of documents: no computer has it (RFC 5737)
  await expect(listenAt(fastify(), { port: 0, host: '192.0.2.1' })).rejects.toThrow('HOST 192.0.2.1 is no address of this computer.');
});
