import type * as z from 'zod';
import { expect, test } from 'vitest';
import { endpointsByName } from './index.ts';

type Place = readonly string[];

/** Where bodies have lists: the names of fields, 0 for an element of a list. */
const listsOf = (schema: unknown, place: Place = []): Place[] => {
  const def = (schema as z.core.$ZodType | undefined)?._zod.def as (Record<string, unknown> & { type: string }) | undefined;
  switch (def?.type) {
    case 'array':
      return [place, ...listsOf(def['element'], [...place, '0'])];
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, field]) => listsOf(field, [...place, name]));
    case 'union':
      return (def['options'] as unknown[]).flatMap((option) => listsOf(option, place));
    case 'pipe':
      return [...listsOf(def['in'], place), ...listsOf(def['out'], place)];
    default:
      return def?.['innerType'] ? listsOf(def['innerType'], place) : [];
  }
};

/** A body with this list in its place. */
const bodyWith = ([step, ...rest]: Place, list: unknown): unknown => {
  if (step === undefined) return list;
  return step === '0' ? [bodyWith(rest, list)] : { [step]: bodyWith(rest, list) };
};

/** As many as a megabyte holds. */
const MANY = 490_000;
/** The longest list that a call takes. */
const LONGEST = 20_000;

const lists = [...endpointsByName].flatMap(([name, { body }]) =>
  [...new Set(listsOf(body).map((place) => place.join('.')))].map((place) => [name, place] as const),
);

test('bodies have lists', () => {
  expect(lists.length).toBeGreaterThan(40);
});

test('of a list that is too long no call looks at the elements: a megabyte of them would hold everybody up', () => {
  const lookedAt = lists.map(([name, place]) => {
    let looks = 0;
    const list = new Proxy(Array.from({ length: MANY }), {
      get: (target, key, receiver) => {
        if (typeof key === 'string' && /^\d+$/.test(key) && ++looks > LONGEST) throw new Error('It is looked at whole.');
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const parse = () => endpointsByName.get(name)!.body!.safeParse(bodyWith(place.split('.'), list));
    try {
      expect(parse().success).toBe(false);
      return undefined;
    } catch (error) {
      return `${name} ${place}: ${String(error)}`;
    }
  });
  expect(lookedAt.filter(Boolean)).toEqual([]);
});
