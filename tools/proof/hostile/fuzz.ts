import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointsByName } from '#contract/index.ts';
import { atLeast, atMost, exactly, type Figure } from '#tools/parts/figures.ts';
import { type Case, casesOf, faultOf, randomCases } from './hostile.ts';
import { startRealServer } from '#tools/parts/real-server.ts';
import { get, openShop, post } from '#tools/parts/shop.ts';
import { makeFixtures } from './fixtures.ts';

const PROVIDER = { username: 'provider@fuzz.example', password: 'fuzzy and far away' };
/** A server of its own for each of these: its sessions end after ten minutes, and it counts wrong passwords. */
const BATCH = 10_000; // cases
const AT_ONCE = 8;
/** share of the cases that are the only ones of their kind; calls with one field have few */
const DIFFERENT = 0.9;
/** They would end the session under test, the restaurant's right to be answered, or the code by which diners are. */
const ENDINGS = ['signOut', 'signOutSuperAdmin', 'refreshToken', 'refreshSuperAdmin', 'cancelSubscription', 'resetQrCode'];
/** Answers that say nothing of what was sent. */
const TURNED_AWAY = [401, 429];

/** A caller's address; of the network that is for documents. */
const addressOf = (number: number): string => `198.18.${Math.floor(number / 256) % 256}.${number % 256}`;

/** Sends hostile cases of the whole contract to a real server over the network. */
export const runFuzz = async ({ count, seed, say }: { count: number; seed: number; say: (line: string) => void }): Promise<Figure[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'comanda-fuzz-'));
  chmodSync(dataDir, 0o755);
  const calls = [...endpointsByName].filter(([name]) => !ENDINGS.includes(name));
  const faults: string[] = [];
  const seen: Record<string, number> = {};
  const different = new Set<string>();
  /** calls that did more than to turn somebody away or to find nothing */
  const reached = new Set<string>();
  let sent = 0;
  let exits = 0;
  let signedIn = 0;
  let turnedAway = 0;
  let lostSessions = 0;
  try {
    for (let from = 0; from < count; from += BATCH) {
      const server = await startRealServer(dataDir, {
        SUPERADMIN_EMAIL: PROVIDER.username,
        SUPERADMIN_PASSWORD: PROVIDER.password,
        // each case comes from an address of its own: what one of them may ask is limited, and tried elsewhere
        TRUST_PROXY: 'on',
      });
      const shop = await openShop(server.origin);
      const platform = await post(server.origin, '/superadmin/signin', PROVIDER);
      if (!platform.ok) throw new Error(`The provider cannot sign in: ${await platform.text()}`);
      const platformCookies = platform.headers.getSetCookie().map((line) => line.split(';')[0]);
      const cookies = () => [shop.cookie, ...platformCookies].join('; ');
      const call = async (path: string, body?: object): Promise<unknown> => {
        if (!body) return get(server.origin, path, shop.cookie);
        const response = await post(server.origin, path, body, { cookie: shop.cookie });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response.json();
      };
      const ids = { fixtures: await makeFixtures(call), spare: await makeFixtures(call) };
      const size = Math.min(BATCH, count - from);
      const every = from === 0 ? calls.flatMap(([name, endpoint]) => casesOf(name, endpoint, ids)).slice(0, size) : [];
      const cases = [...every, ...randomCases(calls, ids, { count: size - every.length, seed: seed + from })].values();
      const ask = async ({ call: name, isAnonymous, what, method, url, body }: Case) => {
        different.add(
          createHash('sha1')
            .update(`${method} ${url} ${JSON.stringify(body)}`)
            .digest('base64'),
        );
        const began = performance.now();
        const response = await fetch(server.origin + url, {
          method,
          headers: {
            'x-forwarded-for': addressOf(sent),
            ...(!isAnonymous && { cookie: cookies() }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && method !== 'GET' && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(10_000),
        });
        const text = await response.text();
        const ms = performance.now() - began;
        const fault = faultOf({ status: response.status, text, type: response.headers.get('content-type') ?? '', ms });
        if (fault) faults.push(`${what} → ${fault}`);
        seen[response.status] = (seen[response.status] ?? 0) + 1;
        if (response.status !== 404 && !TURNED_AWAY.includes(response.status)) reached.add(name);
        if (isAnonymous) return;
        signedIn += 1;
        if (TURNED_AWAY.includes(response.status)) turnedAway += 1;
      };
      const send = async () => {
        for (const one of cases) {
          await ask(one).catch((error: unknown) => faults.push(`${one.what} → ${String(error)}`));
          sent += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, send));
      if (server.process.exitCode !== null || server.process.signalCode !== null) exits += 1;
      for (const path of ['/auth/profile', '/superadmin/dashboard'])
        await get(server.origin, path, cookies()).catch((error: unknown) => {
          lostSessions += 1;
          say(`  ${String(error)}`);
        });
      await server.stop();
      say(`${sent} cases: ${JSON.stringify(seen)}`);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const missing = calls.map(([name]) => name).filter((name) => !reached.has(name) && !/Star|Epson/.test(name));
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`);
  return [
    atLeast('cases', sent, count),
    atLeast('of them different', different.size, Math.floor(count * DIFFERENT)),
    exactly('sessions that did not last to the end of their cases', lostSessions),
    atMost('of 1,000 cases of somebody who is signed in, answered 401 or 429', (turnedAway / signedIn) * 1000, 20),
    exactly(`calls that never answered anything but 401, 404 or 429: ${missing.join(', ') || 'none'}`, missing.length),
    exactly('answers 5xx, without a sentence, as HTML, or after 2 s', faults.length),
    exactly('ends of the process', exits),
  ];
};
