import { expect, test } from 'vitest';
import { cacheByWeight } from './cache-by-weight.ts';
import { cacheByVersion } from './cache-by-version.ts';

const MB = 1024 * 1024;

test('what was made of a thing is cached while the thing is the same', async () => {
  const cached = cacheByWeight<{ made: number }>(() => 1, MB);
  let times = 0;
  const make = async () => ({ made: ++times });
  const [one, another] = [{}, {}];
  expect([
    await cached('a', one, make),
    await cached('a', one, make),
    await cached('a', another, make),
    await cached('b', another, make),
  ]).toEqual([1, 1, 2, 3].map((made) => ({ made })));
});

test('what weighs too much in all leaves, the least recently used first', async () => {
  const cached = cacheByWeight<{ key: string }>(() => 400, 1000);
  const of = {};
  const made: string[] = [];
  const ask = (key: string) =>
    cached(key, of, async () => {
      made.push(key);
      return { key };
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('what is too heavy for the cache is made once for all who ask at the same time, and takes nobody’s place', async () => {
  const cached = cacheByWeight<{ weight: number }>(({ weight }) => weight, 1000);
  const of = {};
  let times = 0;
  const heavy = () =>
    cached('heavy', of, async () => {
      times += 1;
      await new Promise(setImmediate);
      return { weight: 1001 };
    });
  await cached('light', of, async () => ({ weight: 900 }));
  await Promise.all([heavy(), heavy(), heavy()]);
  expect(times).toBe(1);
  await heavy();
  expect(times).toBe(2);
  const light = await cached('light', of, async () => ({ weight: 1 }));
  expect(light.weight).toBe(900);
});

test('what could not be made is tried again', async () => {
  const cached = cacheByWeight<object>(() => 1);
  const of = {};
  const failing = () => cached('a', of, () => Promise.reject(new Error('no')));
  await expect(Promise.all([failing(), failing()])).rejects.toThrow('no');
  expect(await cached('a', of, async () => ({ fine: true }))).toEqual({ fine: true });
});

const openStores = (weight: number, budget: number) => {
  const loaded: number[] = [];
  let version = 1;
  const stores = cacheByVersion(async (tenantId) => {
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

test('tenants that weigh too much together are not cached together; one that does by itself is not read for each of those who ask at once', async () => {
  const two = openStores(600, 1000);
  for (const tenant of [1, 2, 2, 1]) await two.stores(tenant, 1);
  expect(two.loaded).toEqual([1, 2, 1]);

  const heavy = openStores(1001, 1000);
  await Promise.all([heavy.stores(1, 1), heavy.stores(1, 1)]);
  await heavy.stores(1, 1);
  expect(heavy.loaded).toEqual([1, 1]);
});
