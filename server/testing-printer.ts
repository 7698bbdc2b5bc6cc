import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

type Manner = 'good' | 'no paper' | 'cut' | 'silent' | 'silent after';

/** A printer on loopback, which keeps what it is given; `manner` may change. */
export const openPrinter = async (manner: Manner = 'good') => {
  const printer = { manner, papers: [] as Buffer[], port: 0, address: '', connections: 0, busy: 0, most: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    printer.connections++;
    printer.most = Math.max(printer.most, ++printer.busy);
    const parts: Buffer[] = [];
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      printer.busy--;
      if (parts.length > 0) printer.papers.push(Buffer.concat(parts));
    });
    socket.on('data', (data) => {
      const isAsked = data.length === 3 && data[0] === 0x10 && data[1] === 0x04;
      if (!isAsked) {
        parts.push(data);
        if (printer.manner === 'cut') socket.destroy();
        return;
      }
      if (printer.manner === 'silent' || (printer.manner === 'silent after' && parts.length > 0)) return;
      const isOut = printer.manner === 'no paper';
      socket.write(Buffer.from([data[2] === 4 ? (isOut ? 0x72 : 0x12) : isOut ? 0x1e : 0x16]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  printer.port = (server.address() as { port: number }).port;
  printer.address = `127.0.0.1:${printer.port}`;
  return printer;
};
