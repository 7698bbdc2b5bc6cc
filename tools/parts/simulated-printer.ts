import { createServer, type Socket } from 'node:net';

/** `slow`: good, and takes its time before it says how it is. `refusing`: whoever comes is sent away. */
export type Manner = 'good' | 'slow' | 'no paper' | 'cut' | 'silent' | 'silent after' | 'refusing';

const SLOW = 300; // ms

/** A printer on loopback, which keeps what it is given; `manner` may change. */
export const startPrinter = async (manner: Manner = 'good') => {
  const printer = {
    manner,
    papers: [] as Buffer[],
    /** when each of them had come, by performance.now() */
    times: [] as number[],
    port: 0,
    address: '',
    connections: 0,
    busy: 0,
    most: 0,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    printer.connections++;
    if (printer.manner === 'refusing') socket.destroy();
    printer.most = Math.max(printer.most, ++printer.busy);
    const parts: Buffer[] = [];
    let cameAt = 0;
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      printer.busy--;
      if (parts.length === 0) return;
      printer.papers.push(Buffer.concat(parts));
      printer.times.push(cameAt);
    });
    socket.on('data', (data) => {
      // the question may come in one piece with the bytes before it
      const asked = data.length >= 3 && data.at(-3) === 0x10 && data.at(-2) === 0x04 ? data.at(-1) : undefined;
      const bytes = asked === undefined ? data : data.subarray(0, -3);
      if (bytes.length > 0) {
        parts.push(bytes);
        cameAt = performance.now();
        if (printer.manner === 'cut') socket.destroy();
      }
      if (asked === undefined || socket.destroyed) return;
      if (printer.manner === 'silent' || (printer.manner === 'silent after' && parts.length > 0)) return;
      const isOut = printer.manner === 'no paper';
      const status = Buffer.from([asked === 4 ? (isOut ? 0x72 : 0x12) : isOut ? 0x1e : 0x16]);
      if (printer.manner === 'slow') setTimeout(() => socket.destroyed || socket.write(status), SLOW);
      else socket.write(status);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  printer.port = (server.address() as { port: number }).port;
  printer.address = `127.0.0.1:${printer.port}`;
  return printer;
};
export type SimulatedPrinter = Awaited<ReturnType<typeof startPrinter>>;
