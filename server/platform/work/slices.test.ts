import { expect, test } from 'vitest';
import { cutLists, joinLists, listToJson, mapInSlices, objectToJson, slicesOf } from './slices.ts';

/** How often the event loop came round while something was done. */
const turnsOf = async <T>(work: Promise<T>): Promise<{ turns: number; result: T }> => {
  let turns = 0;
  let isOver = false;
  void work.finally(() => (isOver = true));
  while (!isOver) {
    turns += 1;
    await new Promise(setImmediate);
  }
  return { turns, result: await work };
};

const rows = Array.from({ length: 5000 }, (_, id) => ({ id, title: `Title ${id}`, text: 'x'.repeat(100) }));

test('a long list is written yielding to the event loop in between, and is the same JSON', async () => {
  const { turns, result } = await turnsOf(listToJson(rows));
  expect(result).toBe(JSON.stringify(rows));
  expect(turns).toBeGreaterThan(5);
  expect(await listToJson([])).toBe('[]');
});

test('rows are mapped a few at a time, and fewer of those that stand for many', async () => {
  const { turns, result } = await turnsOf(mapInSlices(rows, ({ id }) => id));
  expect(result).toEqual(rows.map(({ id }) => id));
  expect(turns).toBeGreaterThan(10);
  const slices: number[] = [];
  for await (const slice of slicesOf(rows.slice(0, 10), () => 100)) slices.push(slice.length);
  expect(slices).toEqual([3, 3, 3, 1]);
});

test('members that are written already join the others', () => {
  expect(objectToJson({ a: 1, b: undefined, c: null }, { d: '[1,2]' })).toBe('{"a":1,"c":null,"d":[1,2]}');
  expect(objectToJson({}, { d: '{}' })).toBe('{"d":{}}');
});

test('long lists of an answer are cut and joined', async () => {
  const answer = { rows, few: [1], text: 'x', bytes: new Uint8Array([1, 2]), nothing: null };
  const cut = cutLists(answer) as Record<string, unknown>;
  expect(cut['rows']).not.toEqual(rows);
  expect(await joinLists(cut)).toEqual(answer);
  for (const other of ['text', 7, null, undefined]) expect(await joinLists(cutLists(other))).toBe(other);
});
