import { verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { forgotPassword, signIn } from '#contract/auth.ts';
import { insertMember } from '#server/features/users/members.queries.ts';
import { databases, openApp, openRestaurant, openVisitor } from '#server/testing.ts';
import { hashPassword } from '#server/platform/tokens.ts';
import { systemRandom } from '#server/platform/seams.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) };
});

const SAMPLES = 40;
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

let people = 0;
const newAddress = () => `timed-${process.pid}-${Date.now()}-${++people}@example.com`;

/** Known and unknown names in turn, each once, from addresses of their own, so that no limit is met. */
const measure = async (call: (username: string, headers: Record<string, string>) => Promise<{ status: number }>, expected: number) => {
  const { tenantId } = await openRestaurant();
  const passwordHash = await hashPassword('correct horse', systemRandom);
  const known = Array.from({ length: SAMPLES }, newAddress);
  for (const username of known)
    await databases.acrossTenants((db) =>
      insertMember(db, { tenantId, username, passwordHash, name: 'Ada', role: 'user', now: new Date() }),
    );
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const [index, username] of known.entries())
    for (const kind of index % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const headers = { 'x-forwarded-for': `10.${kind === 'known' ? 1 : 2}.0.${index}` };
      const name = kind === 'known' ? username : newAddress();
      const began = performance.now();
      const { status } = await call(name, headers);
      times[kind].push(performance.now() - began);
      expect(status).toBe(expected);
    }
  return { known: median(times.known), unknown: median(times.unknown) };
};

test('a wrong password takes as long as an unknown name: both are checked against a hash', async () => {
  const visitor = await openVisitor(await openApp({ config: { trustProxy: true } }));
  vi.mocked(verify).mockClear();
  const times = await measure((username, headers) => visitor(signIn, { body: { username, password: 'guess' } }, { headers }), 401);
  expect(vi.mocked(verify).mock.calls).toHaveLength(2 * SAMPLES);
  // without the second hash it would be a tenth; the bound leaves room for a busy machine
  expect(times.unknown / times.known).toBeGreaterThan(0.5);
  expect(times.unknown / times.known).toBeLessThan(2);
  // the same kind of hash, with the same cost
  const parameters = vi.mocked(verify).mock.calls.map(([hash]) => /^\$argon2id\$v=19\$[^$]+/.exec(String(hash))![0]);
  expect(new Set(parameters).size).toBe(1);
});

test('asking for a link takes as long for a known as for an unknown address', async () => {
  const visitor = await openVisitor(await openApp({ config: { trustProxy: true } }));
  const times = await measure((username, headers) => visitor(forgotPassword, { body: { username } }, { headers }), 200);
  expect(Math.abs(times.known - times.unknown)).toBeLessThan(Math.max(5, times.unknown));
});
