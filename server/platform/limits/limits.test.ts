import { afterEach, expect, test } from 'vitest';
import { signIn } from '#contract/auth.ts';
import { openApp, openVisitor } from '#server/testing/restaurant.ts';
import { freePort, startRedis } from '#server/testing/redis.ts';
import { openLimitsOf, type Limits } from './limits.ts';

const row = (points: number, seconds: number) => ({ countedBy: 'tests', points, seconds });
const table = {
  'meeting 1/60': row(1, 60),
  'guesses 1/1': row(1, 1),
  'guesses 1/900': row(1, 900),
  'guesses 2/900': row(2, 900),
  'guesses 4/900': row(4, 900),
  'emails 2/900': { ...row(2, 900), refusal: 'Too many e-mails!' },
};
type TestLimits = Limits<keyof typeof table>;

const opened: TestLimits[] = [];
afterEach(async () => {
  for (const limits of opened.splice(0)) await limits.close();
});

const open = (url?: string, onError: (error: unknown) => void = () => {}) => {
  const limits = openLimitsOf(table, url, onError);
  opened.push(limits);
  return limits;
};
const refusals = async (tries: Promise<void>[]) => (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected').length;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until two nodes count together: until then each has its own view of how often. */
const meet = async (one: TestLimits, two: TestLimits) => {
  let isTogether = false;
  for (const end = Date.now() + 10_000; !isTogether && Date.now() < end; ) {
    const key = `meeting ${Date.now()}`;
    await one.open('meeting 1/60').take(key);
    isTogether = !(await two.open('meeting 1/60').tryToTake(key));
    await pause(20);
  }
  expect(isTogether).toBe(true);
};

test('what is opened twice counts together', async () => {
  const limits = openLimitsOf({ once: { countedBy: 'one', points: 1, seconds: 60 } });
  expect([await limits.open('once').tryToTake('a'), await limits.open('once').tryToTake('a')]).toEqual([true, false]);
  expect([await limits.openForAddresses('once').tryToTake('a')]).toEqual([false]);
});

test('a full window is refused with the seconds to wait, each key and each name by itself', async () => {
  const limits = open();
  const [guesses, emails] = [limits.open('guesses 2/900'), limits.open('emails 2/900')];
  expect(await refusals([guesses.take('ada'), guesses.take('ada'), guesses.take('ben'), emails.take('ada')])).toBe(0);
  await expect(guesses.take('ada')).rejects.toMatchObject({ code: 'too_many', extras: { retryAfter: 900 } });
  expect([await emails.tryToTake('ada'), await emails.tryToTake('ada')]).toEqual([true, false]);
  await expect(emails.take('ada')).rejects.toMatchObject({ message: 'Too many e-mails!' });
});

test('addresses of one /64 count together, those of one /48 ten times as much, and a refusal takes nothing', async () => {
  const limit = open().openForAddresses('guesses 2/900');
  const from = (subnet: number, host: number) => `2001:db8:1:${subnet.toString(16)}::${host}`;
  expect([await limit.tryToTake(from(1, 1)), await limit.tryToTake(from(1, 2)), await limit.tryToTake(from(1, 3))]).toEqual([
    true,
    true,
    false,
  ]);
  for (let subnet = 2; subnet <= 10; subnet++) for (const host of [1, 2]) await limit.take(from(subnet, host));
  await expect(limit.take(from(11, 1))).rejects.toMatchObject({ code: 'too_many' });
  await limit.giveBack(from(1, 1));
  await limit.take(from(1, 9));
  await limit.take('2001:db8:2::1');
});

test('when the window is over there is room again', async () => {
  const limit = open().open('guesses 1/1');
  await limit.take('ada');
  await expect(limit.take('ada')).rejects.toMatchObject({ extras: { retryAfter: 1 } });
  await pause(1100);
  await limit.take('ada');
});

test('what is given back counts no more', async () => {
  const limit = open().open('guesses 1/900');
  for (let time = 0; time < 3; time++) {
    await limit.take('ada');
    await limit.giveBack('ada');
  }
  await limit.take('ada');
  await expect(limit.take('ada')).rejects.toMatchObject({ code: 'too_many' });
});

test('two nodes that share a Redis count together', async () => {
  const { url } = await startRedis();
  const nodes = [open(url), open(url)] as const;
  await meet(...nodes);
  const [one, two] = [nodes[0].open('guesses 4/900'), nodes[1].open('guesses 4/900')];
  expect(await refusals(Array.from({ length: 10 }, (_, index) => (index % 2 ? one : two).take('ada')))).toBe(6);
  await expect(two.take('ada')).rejects.toMatchObject({ extras: { retryAfter: expect.closeTo(899, -1) } });
  await one.giveBack('ben');
});

test('while Redis is away a node counts by itself, tells once, and joins the others again; nothing that it counted is forgotten', async () => {
  const port = await freePort();
  const told: unknown[] = [];
  const node = open(`redis://127.0.0.1:${port}`, (error) => told.push(error));
  const limit = node.open('guesses 2/900');
  expect(await refusals([limit.take('ada'), limit.take('ada'), limit.take('ada')])).toBe(1);
  await pause(1500);
  expect(told).toHaveLength(1);

  const { url, child } = await startRedis(port);
  const another = open(url);
  await meet(node, another);
  await expect(limit.take('ada')).rejects.toMatchObject({ code: 'too_many' });
  expect(await refusals([limit.take('eve'), limit.take('eve')])).toBe(0);
  const other = another.open('guesses 2/900');
  await expect(other.take('eve')).rejects.toMatchObject({ code: 'too_many' });

  child.kill('SIGKILL');
  await pause(200);
  await expect(limit.take('eve')).rejects.toMatchObject({ code: 'too_many' });
  await limit.take('ben');
});

test('a Redis that hangs holds nobody up for ever', async () => {
  const { url, child } = await startRedis();
  const limit = open(url).open('guesses 2/900');
  await limit.take('ada');
  await pause(300);
  child.kill('SIGSTOP');
  expect(await refusals([limit.take('ada')])).toBe(0);
});

test('a password is guessed five times in a quarter of an hour, however many nodes are asked', async () => {
  const { url } = await startRedis();
  const nodes = await Promise.all([openApp({ config: { redisUrl: url } }), openApp({ config: { redisUrl: url } })]);
  const visitors = await Promise.all(nodes.map((app) => openVisitor(app)));
  await pause(300);
  const username = `guessed-${process.pid}@example.com`;
  const guess = (index: number) => visitors[index % 2]!(signIn, { body: { username, password: `guess ${index}` } });

  const atOnce = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(index)));
  const later = await guess(1);

  expect(atOnce.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(atOnce.filter(({ status }) => status === 429)).toHaveLength(7);
  expect(later.status).toBe(429);
  expect(Number(later.response.headers['retry-after'])).toBeGreaterThan(600);
});
