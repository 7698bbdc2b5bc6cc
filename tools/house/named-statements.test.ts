import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a statement with a name lists its columns: with * it would fail on a node that serves while a migration adds one', () => {
  const statements = globSync('server/**/*.queries.ts').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/;\n/)
      .filter((text) => /\/\* \w+ \*\//.test(text))
      .map((text) => ({ file, text })),
  );
  expect(statements.length).toBeGreaterThan(30);
  const faults = statements.filter(({ text }) => /selectAll\(|returningAll\(|returning \*|\/\* \w+ \*\/ select \*/.test(text));
  expect(faults.map(({ file, text }) => `${file}: ${text.trim().slice(0, 80)}`)).toEqual([]);
});
