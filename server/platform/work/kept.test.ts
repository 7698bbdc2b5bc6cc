import { expect, test } from 'vitest';
import { keptByWeight } from './kept.ts';
import { versioned } from './versioned.ts';

const MB = 1024 * 1024;

test('what was made of a thing is kept while the thing is the same', async () => {
  const kept = keptByWeight<{ made: number }>(() => 1, MB);
  let times = 0;
  const make = async () => ({ made: ++times });
  const [one, another] = [{}, {}];
  expect([await kept('a', one, make), await kept('a', one, make), await kept('a', another, make), await kept('b', another, make)]).toEqual(
    [1, 1, 2, 3].map((made) => ({ made })),
  );
});

test('what weighs too much in all leaves, the longest unused first', async () => {
  const kept = keptByWeight<{ key: string }>(() => 400, 1000);
  const of = {};
  const made: string[] = [];
  const ask = (key: string) =>
    kept(key, of, async () => {
      made.push(key);
      return { key };
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('what is too heavy to be kept is made once for all who ask at the same time, and takes nobody’s place', async () => {
  const kept = keptByWeight<{ weight: number }>(({ weight }) => weight, 1000);
  const of = {};
  let times = 0;
  const heavy = () =>
    kept('heavy', of, async () => {
      times += 1;
      await new Promise(setImmediate);
      return { weight: 1001 };
    });
  await kept('light', of, async () => ({ weight: 900 }));
  await Promise.all([heavy(), heavy(), heavy()]);
  expect(times).toBe(1);
  await heavy();
  expect(times).toBe(2);
  const light = await kept('light', of, async () => ({ weight: 1 }));
  expect(light.weight).toBe(900);
});

test('what could not be made is tried again', async () => {
  const kept = keptByWeight<object>(() => 1);
  const of = {};
  const failing = () => kept('a', of, () => Promise.reject(new Error('no')));
  await expect(Promise.all([failing(), failing()])).rejects.toThrow('no');
  expect(await kept('a', of, async () => ({ fine: true }))).toEqual({ fine: true });
});

const openStores = (weight: number, budget: number) => {
  const loaded: number[] = [];
  let version = 1;
  const stores = versioned(async (tenantId) => {
    loaded.push(tenantId);
    const read = version;
    await new Promise(setImmediate);
    return { version: read, value: `${tenantId} at ${read}`, weight };
  }, budget);
  return { loaded, stores, change: () => (version += 1) };
};

test('a tenant’s rows are read once for each version, however many ask', async () => {
  const { loaded, stores, change } = openStores(1, 1000);
  expect((await Promise.all([stores(1, 1), stores(1, 1), stores(1, 0)])).map(({ value }) => value)).toEqual(['1 at 1', '1 at 1', '1 at 1']);
  change();
  expect(await Promise.all([stores(1, 1), stores(1, 2), stores(1, 2)])).toMatchObject([{ version: 1 }, { version: 2 }, { version: 2 }]);
  expect(loaded).toEqual([1, 1]);
});

test('tenants that weigh too much together are not kept together; one that does by itself is not read for each of those who ask at once', async () => {
  const two = openStores(600, 1000);
  for (const tenant of [1, 2, 2, 1]) await two.stores(tenant, 1);
  expect(two.loaded).toEqual([1, 2, 1]);

  const heavy = openStores(1001, 1000);
  await Promise.all([heavy.stores(1, 1), heavy.stores(1, 1)]);
  await heavy.stores(1, 1);
  expect(heavy.loaded).toEqual([1, 1]);
});
