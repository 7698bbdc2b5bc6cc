import { connect, createServer, type Socket } from 'node:net';

/** A line to a Unix socket, or to a port of this machine, that can be cut, or go silent without being cut. */
export const openLine = async (target: string | number) => {
  let state: 'open' | 'cut' | 'silent' = 'open';
  const under = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      under.add(from);
      from.on('data', (chunk) => state === 'open' && to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        under.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const drop = () => {
    for (const socket of under) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: () => {
      state = 'cut';
      drop();
    },
    silence: () => void (state = 'silent'),
    mend: () => {
      // what was said into the silence is lost: those lines are of no use
      if (state === 'silent') drop();
      state = 'open';
    },
    close: () => {
      drop();
      server.close();
    },
  };
};
