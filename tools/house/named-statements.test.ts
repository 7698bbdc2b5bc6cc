import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const statements = globSync('server/**/*.queries.ts').flatMap((file) =>
  readFileSync(file, 'utf8')
    .split(/;\n/)
    .filter((text) => /\/\* \w+ \*\//.test(text))
    .map((text) => ({ file, text })),
);
const named = (isFault: (text: string) => boolean) =>
  statements.filter(({ text }) => isFault(text)).map(({ file, text }) => `${file}: ${text.trim().slice(0, 80)}`);

test('a statement with a name lists its columns: with * it would fail on a node that serves while a migration adds one', () => {
  expect(statements.length).toBeGreaterThan(30);
  expect(named((text) => /selectAll\(|returningAll\(|returning \*|\/\* \w+ \*\/ select \*/.test(text))).toEqual([]);
});

test('a statement with a name takes lists by listOf: while a plan knows their length, it is planned at each call', () => {
  expect(named((text) => /(any|all|unnest)\(\$\{(?!listOf\()/.test(text))).toEqual([]);
});
