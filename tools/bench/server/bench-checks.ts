import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timed } from '#tools/parts/figures.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { get, openShop, post, sell, tryAgain } from '#tools/parts/shop.ts';

const BILLS = 500; // open at once
const MOVES = 60;
const MOST = 50; // ms, of 19 in 20 moves

/** How long a bill takes to move while many are open; answers the figures that were missed. */
export const benchChecks = async (say: (line: string) => void): Promise<string[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-bench-checks-'));
  chmodSync(dataDir, 0o755);
  const server = await startRealServer(dataDir);
  try {
    const { origin } = server;
    const shop = await openShop(origin);
    for (let count = 0; count < BILLS; count += 1) await sell(origin, shop, { key: `bill-${count}`, isPaid: false });
    const bills = (await get(origin, '/checks', shop.cookie)) as { check_id: number }[];
    const [table] = (await get(origin, '/settings/store-tables', shop.cookie)) as [{ id: number }];
    const values: number[] = [];
    // to the only table, and away from it
    for (let count = 0; count < MOVES; count += 1) {
      const path = `/checks/${bills[Math.floor(count / 2) * 7]!.check_id}/move`;
      const move = () =>
        post(origin, path, { tableId: count % 2 === 0 ? table.id : null }, { cookie: shop.cookie, 'idempotency-key': `move-${count}` });
      const { ms, result } = await timed(move);
      if (!result.ok) await tryAgain(path, result);
      if (count >= MOVES / 3) values.push(ms);
    }
    values.sort((a, b) => a - b);
    const [p50, p95] = [0.5, 0.95].map((part) => values[Math.floor(values.length * part)]!) as [number, number];
    const line = `move of a bill, ${bills.length} open: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (≤ ${MOST})`;
    say(`\n${line}`);
    return p95 > MOST ? [line] : [];
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
