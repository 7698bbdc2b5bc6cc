import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findRunningPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { median } from '#tools/parts/median.ts';
import { fillBoards } from '#tools/proof/boards.ts';
import { timed } from '#tools/parts/figures.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { openShop, sell } from '#tools/parts/shop.ts';

const ROWS = 500; // open orders of two lines
const TIMES = 30;
const SHARE = 20; // a whole board to what is asked after one announcement

/** What a screen asks after one announcement, against its whole board; answers the figures that were missed. */
export const benchBoards = async (say: (line: string) => void): Promise<string[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-bench-boards-'));
  chmodSync(dataDir, 0o755);
  const server = await startRealServer(dataDir);
  const client = new pg.Client({ connectionString: findRunningPostgres(dataDir) });
  try {
    const { origin } = server;
    await client.connect();
    const shop = await openShop(origin);
    const { orderId } = await sell(origin, shop, { key: 'first', isPaid: false });
    await fillBoards(client, orderId, ROWS);
    const measure = async (path: string) => {
      let bytes = '';
      const ask = async () => {
        const response = await fetch(`${origin}/api/v1${path}`, { headers: { cookie: shop.cookie, 'accept-encoding': 'gzip' } });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        bytes = response.headers.get('content-length') ?? '';
      };
      await ask();
      const values = [];
      for (let count = 0; count < TIMES; count += 1) values.push((await timed(ask)).ms);
      return { ms: median(values), bytes: Number(bytes) };
    };
    say(`\nA screen of a board of ${ROWS} orders: what it asks after one announcement, and its whole board; bytes as sent`);
    const missed: string[] = [];
    for (const path of ['/orders', '/kitchen/board']) {
      const [some, whole] = [await measure(`${path}?ids=${orderId}`), await measure(path)];
      const share = whole.bytes / some.bytes;
      const line = `GET ${path}: ${some.bytes} bytes in ${some.ms.toFixed(1)} ms, all ${whole.bytes} bytes in ${whole.ms.toFixed(1)} ms: ${share.toFixed(0)} times as many (≥ ${SHARE})`;
      say(line);
      if (share < SHARE) missed.push(line);
    }
    return missed;
  } finally {
    await client.end().catch(() => {});
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
