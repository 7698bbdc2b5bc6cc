import { afterAll, expect, test } from 'vitest';
import { findCurrency } from '#contract/currencies.ts';
import { title } from '#contract/fields.ts';
// oxlint-disable-next-line no-restricted-imports -- what threads are for is tried with the very file that held everybody up
import { readMenuFile } from '#server/features/menu-items/menu-file.rules.ts';
import { openThread } from './threads.ts';

const errors: string[] = [];
const open = (options: { timeout?: number; memory?: number } = {}) => {
  const thread = openThread({ onError: (error) => errors.push(String(error)), ...options });
  opened.push(thread);
  const run = (name: string) => thread.run<(given: number) => unknown>(`data:text/javascript,${encodeURIComponent(functions)}`, name);
  return { thread, run };
};
const opened: { close: () => Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((thread) => thread.close())));

const functions = `
  export const double = (given) => given * 2;
  export const rows = (given) => ({ few: [given], many: Array.from({ length: given }, (_, id) => ({ id })) });
  export const fail = () => { throw new RangeError('no'); };
  export const spin = () => { for (;;); };
  export const swallow = () => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); };
  export const end = () => process.exit(3);`;

const usd = findCurrency('USD')!;
const fileOf = (items: number, options: number) =>
  [
    'title,price,variants',
    ...Array.from({ length: items }, (_, n) => `Item ${n},1,${Array.from({ length: options }, (__, at) => `s${at}=1`).join('|')}`),
  ].join('\n');

test('while a file of 5,000 items with 24 options each is read, the event loop goes on', { timeout: 120_000 }, async () => {
  const { thread } = open({ timeout: 100_000 });
  const read = thread.run<typeof readMenuFile>('#server/features/menu-items/menu-file.rules.ts', 'readMenuFile');
  let turns = 0;
  let isRead = false;

  const reading = read(fileOf(5000, 24), usd, new Map(), { items: 5000, options: 120_000 }).finally(() => (isRead = true));
  while (!isRead) {
    turns += 1;
    await new Promise(setImmediate);
  }

  const { items, faults } = await reading;
  expect([items.length, items.at(-1)!.variants?.length, faults]).toEqual([5000, 24, []]);
  expect(items[7]).toEqual(readMenuFile(fileOf(8, 24), usd, new Map()).items[7]);
  // on the event loop itself there would be a handful
  expect(turns).toBeGreaterThan(100);
});

test('a schema is built once, and not for each option', () => {
  const least = (work: () => unknown) =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const began = performance.now();
        work();
        return performance.now() - began;
      }),
    );
  const csv = fileOf(40, 50);
  const reading = least(() => readMenuFile(csv, usd, new Map()));
  const building = least(() => Array.from({ length: 2000 }, () => title('Please enter title!').safeParse('s')));
  // one beside the other on the same machine: all of the reading is less than the building alone
  expect(reading).toBeLessThan(building);
});

test('pieces of work are done in their order; long lists come whole', async () => {
  const { run } = open();
  expect(await Promise.all([1, 2, 3].map((given) => run('double')(given)))).toEqual([2, 4, 6]);
  const { few, many } = (await run('rows')(1000)) as { few: number[]; many: { id: number }[] };
  expect([few, many.length, many[999]]).toEqual([[1000], 1000, { id: 999 }]);
});

test('what fails is told as it is, and the thread goes on', async () => {
  const { run } = open();
  await expect(run('fail')(0)).rejects.toThrow('no');
  expect(await run('double')(4)).toBe(8);
});

test.each([
  ['spin', { timeout: 3000 }, 'This took too long! Please try again with less at once!'],
  ['swallow', { memory: 32 }, 'The server could not finish this! Please try again with less at once!'],
  ['end', {}, 'The server could not finish this! Please try again with less at once!'],
])('%s ends the thread, is refused, and the next piece of work is done by another one', async (name, options, sentence) => {
  const { run } = open(options);
  const refused = run(name)(0);
  const next = run('double')(5);
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', status: 503, message: sentence });
  expect(await next).toBe(10);
});

test('closing refuses what is under way and what waits', async () => {
  const { thread, run } = open();
  const refused = ['spin', 'double'].map((name) => run(name)(1));
  const told = Promise.allSettled(refused);
  await thread.close();
  expect((await told).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('of very much that waits the last is refused at once', async () => {
  const { thread, run } = open();
  const all = Array.from({ length: 150 }, (_, given) => run('double')(given));
  const told = await Promise.allSettled(all);
  expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(101);
  await thread.close();
});
