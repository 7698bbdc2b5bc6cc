import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { startRedis } from '#server/testing/redis.ts';
import { openLimits, type Limits } from './limits.ts';
import { openSignInLimits, type Guesser } from './sign-in-limits.ts';

const SECOND = 1000; // ms
const HOUR = 3600 * SECOND;
const start = Date.parse('2026-11-21T18:30:00Z');

const wrong = async (): Promise<never> => {
  throw new AppError('not_signed_in', 'Wrong username or password!');
};
const right = async () => 'in';

/** A door whose tries answer 'wrong', 'in', or the seconds that the refused one is to wait. */
const openDoor = (limits: Limits = openLimits()) => {
  const tryToSignIn = openSignInLimits(limits, 'signin');
  const locked: string[] = [];
  return {
    locked,
    knock: async (guesser: Partial<Guesser>, check: () => Promise<string> = wrong): Promise<string | number> => {
      const whole = { name: 'ada', address: '192.0.2.1', knownBrowser: undefined, ...guesser };
      try {
        return await tryToSignIn(whole, { check, onLocked: () => locked.push(`${whole.name} ${whole.address}`) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return error.code === 'not_signed_in' ? 'wrong' : error.extras.retryAfter!;
      }
    },
  };
};
type Door = ReturnType<typeof openDoor>;

/** An address of a network that nobody else has: the attacker owns as many as there are. */
const fresh = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

// The clock alone: by it what is counted ends, and timers only clean up.
beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms);

/** The most guesses that any hour held, of the instants at which somebody looked whether a password was right. */
const busiestHour = (instants: readonly number[]): number =>
  Math.max(0, ...instants.map((from) => instants.filter((instant) => instant >= from && instant < from + HOUR).length));

/** Tries at each of these instants, in order; answers when a guess was looked at. */
const attack = async (door: Door, instants: readonly number[], guesserOf: (index: number) => Partial<Guesser>): Promise<number[]> => {
  const guessed: number[] = [];
  for (const [index, instant] of instants.entries()) {
    pass(Math.max(0, start + instant - Date.now()));
    if ((await door.knock(guesserOf(index))) === 'wrong') guessed.push(Date.now());
  }
  return guessed;
};
const every = (step: number, from: number, to: number) => Array.from({ length: Math.floor((to - from) / step) }, (_, n) => from + n * step);
/** Patient ones as well: they open a window, wait until it is about to end, and spend all of it and of the next at once. */
const schedules: [string, number[]][] = [
  ['each second', every(SECOND, 0, 2.5 * HOUR)],
  ['one, then in the last minute of the hour', [0, ...every(SECOND, HOUR - 70 * SECOND, 2.2 * HOUR)]],
  ['one, then in the last seconds of each quarter', [0, ...every(SECOND / 2, HOUR / 4 - 5 * SECOND, 1.6 * HOUR)]],
  ['a few, then in the last minutes of the hour', [...every(SECOND, 0, 9 * SECOND), ...every(SECOND, HOUR - 120 * SECOND, 2.2 * HOUR)]],
];

test.each(schedules)('one name from ever new addresses, %s: below 100 guesses in any hour', async (_, instants) => {
  const guessed = await attack(openDoor(), instants, (index) => ({ address: fresh(index) }));
  expect(busiestHour(guessed)).toBeLessThan(100);
  expect(guessed.length).toBeGreaterThan(10); // it is slowed down and not locked
});

test.each(schedules)('ever new names from one prefix, %s: below 80 guesses in any hour', async (_, instants) => {
  const guessed = await attack(openDoor(), instants, (index) => ({
    name: `person ${index}`,
    address: `2001:db8:1:2::${index.toString(16)}`,
  }));
  expect(busiestHour(guessed)).toBeLessThan(80);
});

test('five wrong ones for a name from one prefix and twenty in all lock it, for the right one too; another prefix goes on', async () => {
  const { knock } = openDoor();
  for (let guess = 0; guess < 5; guess++) expect(await knock({})).toBe('wrong');
  expect(await knock({}, right)).toBe(900);
  expect(await knock({ address: '192.0.2.2' }, right)).toBe('in');
  for (let guess = 0; guess < 15; guess++) expect(await knock({ name: `person ${guess}` })).toBe('wrong');
  expect(await knock({ name: 'ben' }, right)).toBe(900);
  pass(900 * SECOND);
  expect(await knock({}, right)).toBe('in');
});

test('a /64 is one prefix, and a /48 has ten times as much of each', async () => {
  const { knock } = openDoor();
  const from = (subnet: number, host: number) => ({ address: `2001:db8:1:${subnet.toString(16)}::${host.toString(16)}` });
  for (let host = 1; host <= 5; host++) expect(await knock(from(1, host))).toBe('wrong');
  expect(await knock(from(1, 9), right)).toBeGreaterThan(800);
  expect(await knock(from(2, 1), right)).toBe('in');
});

test('from the tenth failure on an unknown browser waits 1, 2, 4 … 60 seconds, and no longer for what was refused', async () => {
  const { knock } = openDoor();
  let network = 0;
  const elsewhere = () => ({ address: fresh(++network) });
  for (let guess = 0; guess < 10; guess++) expect(await knock(elsewhere())).toBe('wrong');
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
    expect(await knock(elsewhere())).toBe(seconds);
    expect(await knock(elsewhere(), right)).toBe(seconds); // the right one comes too soon as well
    for (let again = 0; again < 20; again++) await knock(elsewhere());
    pass(seconds * SECOND - 1);
    expect(await knock(elsewhere())).toBe(1);
    pass(1);
    expect(await knock(elsewhere())).toBe('wrong');
  }
  pass(60 * SECOND);
  expect(await knock(elsewhere(), right)).toBe('in');
});

test('tries that are sent at once are counted before they are checked: ten get through, and then one', async () => {
  const { knock } = openDoor();
  const atOnce = async (from: number) => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => knock({ address: fresh(from + index) })));
    return answers.filter((answer) => answer === 'wrong').length;
  };
  expect(await atOnce(0)).toBe(10);
  pass(SECOND);
  expect(await atOnce(100)).toBe(1);
  pass(2 * SECOND);
  expect(await atOnce(200)).toBe(1);
});

test('a known browser meets nobody’s failures but its own five, and adds none to the others', async () => {
  const { knock } = openDoor();
  const mine = { knownBrowser: 7, address: '192.0.2.1' };
  for (let guess = 0; guess < 300; guess++) await knock({ address: fresh(guess) });
  for (let guess = 0; guess < 20; guess++) await knock({ name: `person ${guess}`, address: mine.address });
  expect(await knock({ address: mine.address }, right)).not.toBe('in');
  expect(await knock(mine, right)).toBe('in');
  for (let guess = 0; guess < 5; guess++) expect(await knock(mine)).toBe('wrong');
  expect(await knock(mine, right)).toBe(900);
  expect(await knock({ ...mine, knownBrowser: 8 }, right)).toBe('in');
  expect(await knock({ name: 'eve', address: '192.0.2.9' }, right)).toBe('in');
});

test('what goes well, and a storage that is away, leave nothing behind', async () => {
  const { knock, locked } = openDoor();
  const away = async (): Promise<never> => {
    throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  };
  for (let time = 0; time < 30; time++) expect(await knock({}, right)).toBe('in');
  for (let time = 0; time < 30; time++) await expect(knock({}, away)).rejects.toThrow('away');
  for (let guess = 0; guess < 9; guess++) await knock({ address: fresh(guess) });
  expect(await knock({}, right)).toBe('in');
  expect(await knock({}, right)).toBe('in');
  expect(locked).toEqual([]);
});

test('of a flood of refusals the first of each name is told, and not more than twenty of a prefix', async () => {
  const { knock, locked } = openDoor();
  for (let guess = 0; guess < 30; guess++) await knock({});
  expect(locked).toEqual(['ada 192.0.2.1']);
  for (let guess = 0; guess < 200; guess++) await knock({ name: `person ${guess}` });
  expect(locked).toHaveLength(20);
});

test('nodes that share a Redis pause together, and each by itself while Redis is away', async () => {
  vi.useRealTimers();
  const { url, child } = await startRedis();
  const limits = [openLimits(url), openLimits(url)];
  const doors = limits.map(openDoor);
  // until both are connected each counts by itself
  await vi.waitFor(async () => {
    await limits[0]!.open('signin-noted-name').take(`meeting ${Date.now()}`);
    const key = `together ${Date.now()}`;
    await limits[0]!.open('signin-noted-name').take(key);
    expect(await limits[1]!.open('signin-noted-name').tryToTake(key)).toBe(false);
  }, 10_000);
  const guessOn = (index: number, name: string) => doors[index % 2]!.knock({ name, address: fresh(index) });

  for (let guess = 0; guess < 10; guess++) expect(await guessOn(guess, 'ada')).toBe('wrong');
  expect(typeof (await guessOn(11, 'ada'))).toBe('number');

  child.kill('SIGKILL');
  await vi.waitFor(async () => expect(await doors[0]!.knock({ name: `gone ${Date.now()}` }, right)).toBe('in'), 10_000);
  for (let guess = 0; guess < 10; guess++) expect(await doors[0]!.knock({ name: 'ben', address: fresh(guess + 50) })).toBe('wrong');
  expect(typeof (await doors[0]!.knock({ name: 'ben', address: fresh(99) }))).toBe('number');
  for (const each of limits) await each.close();
});
