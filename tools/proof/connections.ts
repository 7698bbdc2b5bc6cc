import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { newDataDirectory } from '#tools/parts/data-directories.ts';
import { atLeast, atMost, exactly, type Figure, timed } from '#tools/parts/figures.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { openShop, sell } from '#tools/parts/shop.ts';

const MEGABYTE = 1_000_000;

const open = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });

/**
 * Sends a beginning and then a byte every 300 ms, as somebody does who wants to keep a connection; ms until the server has enough of it.
 * A byte that meets the server's end on its way has the connection reset: cut as well, so `once` of node:events, which rejects, is of no use.
 */
export const drip = async (port: number, beginning: string): Promise<number> => {
  const socket = await open(port);
  socket.on('error', () => {});
  socket.resume();
  const { ms } = await timed(async () => {
    socket.write(beginning);
    const dripping = setInterval(() => socket.write('x'), 300);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(dripping);
  });
  return ms;
};

/** Sends up to 100 MB and answers the status that came before, or 0 when the line was simply cut; and how much had gone out. */
const flood = (port: number, cookie: string, isChunked: boolean) =>
  new Promise<{ status: number; megabytes: number }>((resolve) => {
    const piece = Buffer.alloc(MEGABYTE / 4, 'x');
    let sent = 0;
    const asked = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/v1/pos/create-order',
      headers: { cookie, 'content-type': 'application/json', ...(isChunked ? {} : { 'content-length': 100 * MEGABYTE }) },
    });
    let isAnswered = false;
    const answer = (status: number) => {
      isAnswered = true;
      asked.destroy();
      resolve({ status, megabytes: sent / MEGABYTE });
    };
    asked.once('response', ({ statusCode = 0 }) => answer(statusCode));
    asked.on('error', () => isAnswered || answer(0));
    const pump = () => {
      // who announces as much is told at once, before the rest could break the answer off
      while (!isAnswered && sent < (isChunked ? 100 * MEGABYTE : piece.length)) {
        sent += piece.length;
        if (!asked.write(piece)) return void asked.once('drain', pump);
      }
    };
    pump();
  });

/** A connection that has asked once and may ask again; one that has never asked is cut after seconds. */
const openKept = async (port: number): Promise<Socket> => {
  const socket = await open(port);
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  // unread, its end would not be noticed
  socket.resume();
  return socket;
};

const memoryOf = (pid: number, what: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
/** How many sockets the server itself has open, those to its database among them. */
const socketsOf = (pid: number) =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;

/** What connections can do to a server without saying anything wrong: being slow, large, many, or larger inside than outside. */
export const runConnections = async ({ sockets, say }: { sockets: number; say: (line: string) => void }): Promise<Figure[]> => {
  const dataDir = newDataDirectory('connections');
  const server = await startRealServer(dataDir);
  const idle: Socket[] = [];
  try {
    const { origin } = server;
    const port = Number(new URL(origin).port);
    const shop = await openShop(origin);
    const before = memoryOf(server.process.pid!, 'VmRSS');

    const [slowHeaders, slowBody] = await Promise.all([
      drip(port, 'GET /api/v1/pos/init HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
      drip(
        port,
        `POST /api/v1/pos/create-order HTTP/1.1\r\nHost: localhost\r\nCookie: ${shop.cookie}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"`,
      ),
    ]);
    say(`slow headers were cut after ${Math.round(slowHeaders)} ms, a slow body after ${Math.round(slowBody)} ms`);

    const named = await flood(port, shop.cookie, false);
    const chunked = await flood(port, shop.cookie, true);
    say(`100 MB announced: ${named.status} after ${named.megabytes} MB; in pieces: ${chunked.status} after ${chunked.megabytes} MB`);

    const zeros = gzipSync(Buffer.alloc(50 * MEGABYTE, ' '));
    const zipped = await timed(() =>
      fetch(`${origin}/api/v1/pos/create-order`, {
        method: 'POST',
        headers: { cookie: shop.cookie, 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: zeros,
      }),
    );
    const form = new FormData();
    const picture = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#000' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer();
    form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'bomb.png');
    const bomb = await timed(() =>
      fetch(`${origin}/api/v1/menu-items/update/${shop.itemId}/upload-photo`, {
        method: 'POST',
        headers: { cookie: shop.cookie },
        body: form,
      }),
    );
    say(`gzip: ${zipped.result.status}; ${picture.length} bytes of 256 megapixels: ${bomb.result.status} after ${Math.round(bomb.ms)} ms`);
    // the most that it ever had, not what is left of it now
    const grown = memoryOf(server.process.pid!, 'VmHWM') - before;

    let refused = 0;
    for (let made = 0; made < sockets; made += 200) {
      const some = await Promise.allSettled(Array.from({ length: Math.min(200, sockets - made) }, () => openKept(port)));
      for (const one of some)
        if (one.status === 'fulfilled') {
          one.value.on('error', () => {});
          idle.push(one.value);
        } else refused += 1;
    }
    const sales: number[] = [];
    for (let count = 0; count < 20; count++) sales.push((await timed(() => sell(origin, shop, { key: `idle-${count}`, isPaid: true }))).ms);
    const held = idle.filter(({ closed, readableEnded }) => !closed && !readableEnded).length;
    const heldByServer = socketsOf(server.process.pid!);
    say(`${held} idle connections held, ${refused} refused; the slowest of 20 orders took ${Math.round(Math.max(...sales))} ms`);
    for (const socket of idle) socket.destroy();
    await pause(500);
    const isAlive = (await fetch(`${origin}/readyz`)).ok && server.process.exitCode === null;

    return [
      atMost('slow headers are cut after', slowHeaders, 7000, ' ms'),
      atMost('a slow body is cut after', slowBody, 12_500, ' ms'),
      exactly('100 MB announced: status', named.status, 413),
      atMost('100 MB in pieces: sent before it was refused', chunked.megabytes, 10, ' MB'),
      exactly('a compressed body that is large inside: status', zipped.result.status, 400),
      exactly('a picture of 256 megapixels: status', bomb.result.status, 413),
      atMost('the same: after', bomb.ms, 2000, ' ms'),
      atMost('memory that all of this took', Math.max(0, grown), 150, ' MB'),
      exactly(`of ${sockets} idle connections refused`, refused),
      exactly('still open after the orders beside them', held, sockets),
      atLeast('sockets that the server has open then', heldByServer, sockets),
      atMost('slowest order beside them', Math.max(...sales), 2000, ' ms'),
      exactly('server alive afterwards', Number(isAlive), 1),
    ];
  } finally {
    for (const socket of idle) socket.destroy();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
