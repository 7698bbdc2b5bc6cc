import { expect, test } from 'vitest';
import { signIn } from '#contract/auth.ts';
import { forgotPassword } from '#contract/own-account.ts';
import { insertMember } from '#server/features/users/members.queries.ts';
import { databases, openApp, openRestaurant, openVisitor } from '#server/testing/restaurant.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';

const SAMPLES = 100; // of each kind: one that is slower in two of three tries is told apart
const BOUND = 2.6; // chance goes beyond it once in a hundred measurements, and not twice in a row

/** The rank test of Mann and Whitney: how many standard deviations off chance one kind is the slower one. */
const rankTest = (a: readonly number[], b: readonly number[]): number => {
  const wins = a.reduce((sum, x) => sum + b.reduce((won, y) => won + (x > y ? 1 : x === y ? 0.5 : 0), 0), 0);
  return (wins - (a.length * b.length) / 2) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
};

/** Measures again what is beyond the bound, and answers the smaller of the two: a difference that is there stays. */
const surely = async (measured: () => Promise<number>): Promise<number> => {
  const first = await measured();
  return first < BOUND ? first : Math.min(first, await measured());
};

let people = 0;
const newAddress = () => `timed-${process.pid}-${Date.now()}-${++people}@example.com`;

/** How many standard deviations apart known and unknown names are, asked in turn, each once, from addresses of their own, so that no limit is met. */
const measure = async (call: (username: string, headers: Record<string, string>) => Promise<{ status: number }>, expected: number) => {
  const { tenantId } = await openRestaurant();
  const passwordHash = await hashPassword('correct horse', systemRandom);
  const known = Array.from({ length: SAMPLES }, newAddress);
  for (const username of known)
    await databases.acrossTenants((db) =>
      insertMember(db, { tenantId, username, passwordHash, name: 'Ada', role: 'user', now: new Date() }),
    );
  const times = { known: [] as number[], unknown: [] as number[] };
  // in turn, so that each kind comes after each kind: what one leaves behind to do falls on both
  for (const [index, username] of known.entries())
    for (const kind of index % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const headers = { 'x-forwarded-for': `10.${kind === 'known' ? 1 : 2}.0.${index}` };
      const name = kind === 'known' ? username : newAddress();
      const began = performance.now();
      const { status } = await call(name, headers);
      times[kind].push(performance.now() - began);
      expect(status).toBe(expected);
    }
  return Math.abs(rankTest(times.known, times.unknown));
};

test('the rank test finds a difference that is there', () => {
  const times = Array.from({ length: SAMPLES }, (_, n) => 30 + ((n * 37) % SAMPLES) / 10);
  expect(Math.abs(rankTest(times, times.toReversed()))).toBeLessThan(0.01);
  expect(
    rankTest(
      times.map((time) => time + 4),
      times,
    ),
  ).toBeGreaterThan(BOUND);
});

test('no rank test tells a wrong password from an unknown name: both are checked against a hash', async () => {
  const visitor = await openVisitor(await openApp({ config: { trustProxy: true } }));
  const guess = () => measure((username, headers) => visitor(signIn, { body: { username, password: 'guess' } }, { headers }), 401);
  expect(await surely(guess)).toBeLessThan(BOUND);
}, 60_000);

test('no rank test tells whether a link was asked for a known or an unknown address', async () => {
  const visitor = await openVisitor(await openApp({ config: { trustProxy: true } }));
  const ask = () => measure((username, headers) => visitor(forgotPassword, { body: { username } }, { headers }), 200);
  expect(await surely(ask)).toBeLessThan(BOUND);
}, 60_000);
