import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointsByName } from '#contract/index.ts';
import { SUPER_ADMIN } from '#db/demo/people.ts';
import { atLeast, exactly, type Figure } from './figures.ts';
import { type Case, casesOf, faultOf, randomCases } from './hostile.ts';
import { startRealServer } from './real-server.ts';
import { openShop, post, sell } from './shop.ts';

/** A server of its own for each of these: its sessions end after ten minutes, and it counts wrong passwords. */
const BATCH = 10_000; // cases
const AT_ONCE = 8;
/** They would end the session under test, or the restaurant's right to be answered. */
const ENDINGS = ['signOut', 'signOutSuperAdmin', 'refreshToken', 'refreshSuperAdmin', 'cancelSubscription'];

/** Sends hostile cases of the whole contract to a real server over the network. */
export const runFuzz = async ({ count, seed, say }: { count: number; seed: number; say: (line: string) => void }): Promise<Figure[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-fuzz-'));
  chmodSync(dataDir, 0o755);
  const calls = [...endpointsByName].filter(([name]) => !ENDINGS.includes(name));
  const faults: string[] = [];
  const seen: Record<string, number> = {};
  let sent = 0;
  let exits = 0;
  try {
    for (let from = 0; from < count; from += BATCH) {
      const server = await startRealServer(dataDir, { SUPERADMIN_EMAIL: SUPER_ADMIN.username, SUPERADMIN_PASSWORD: SUPER_ADMIN.password });
      const shop = await openShop(server.origin);
      const platform = await post(server.origin, '/superadmin/signin', SUPER_ADMIN);
      if (!platform.ok) throw new Error(`The provider cannot sign in: ${await platform.text()}`);
      const cookie = [shop.cookie, ...platform.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ');
      const { orderId: order } = await sell(server.origin, shop, { key: `fuzz-${from}`, isPaid: false });
      const ids = { soup: shop.itemId, order };
      const size = Math.min(BATCH, count - from);
      const every = from === 0 ? calls.flatMap(([name, endpoint]) => casesOf(name, endpoint, ids)).slice(0, size) : [];
      const cases = [...every, ...randomCases(calls, ids, { count: size - every.length, seed: seed + from })].values();
      const ask = async ({ what, method, url, body }: Case) => {
        const began = performance.now();
        const response = await fetch(server.origin + url, {
          method,
          headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && method !== 'GET' && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(10_000),
        });
        const text = await response.text();
        const ms = performance.now() - began;
        const fault = faultOf({ status: response.status, text, type: response.headers.get('content-type') ?? '', ms });
        if (fault) faults.push(`${what} → ${fault}`);
        seen[response.status] = (seen[response.status] ?? 0) + 1;
      };
      const send = async () => {
        for (const one of cases) {
          await ask(one).catch((error: unknown) => faults.push(`${one.what} → ${String(error)}`));
          sent += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, send));
      if (server.process.exitCode !== null || server.process.signalCode !== null) exits += 1;
      await server.stop();
      say(`${sent} cases: ${JSON.stringify(seen)}`);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`);
  return [
    atLeast('cases', sent, count),
    exactly('answers 5xx, without a sentence, as HTML, or after 2 s', faults.length),
    exactly('ends of the process', exits),
  ];
};
