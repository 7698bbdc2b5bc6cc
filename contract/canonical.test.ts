import { expect, test } from 'vitest';
import { canonicalAround, canonicalJson } from './canonical.ts';

test('keys are sorted, nothing is between them, and what is missing is left out', () => {
  const value = { b: [{ z: 1.5, a: null }, undefined], a: 'Crème "brûlée"\n', c: undefined, aa: {} };
  expect(canonicalJson(value)).toBe('{"a":"Crème \\"brûlée\\"\\n","aa":{},"b":[{"a":null,"z":1.5},null]}');
});

test('pieces around holes are the whole once they are filled in', () => {
  const members = { kind: 'sale', total: 4.95, lines: [{ title: '"number":7' }] };
  const pieces = canonicalAround(members, ['number', 'previous_hash']);
  expect(pieces).toHaveLength(3);
  expect(`${pieces[0]}7${pieces[1]}"abc"${pieces[2]}`).toBe(canonicalJson({ ...members, number: 7, previous_hash: 'abc' }));
});
