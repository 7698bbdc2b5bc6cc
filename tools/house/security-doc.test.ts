import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync('docs/security.md', 'utf8');

/** How many lines of levels 1 and 2 each section of ASVS 5.0 has; they stand first in it. Chapters 9, 10 and 17 concern nothing here and are one row each. */
const LINES: Record<string, number> = Object.fromEntries(
  (
    '1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2, 2.1 3, 2.2 3, 2.3 4, 2.4 1, 3.2 2, 3.3 4, 3.4 6, 3.5 5, 3.7 2, 4.1 3, 4.2 1, 4.3 2, 4.4 4, 5.1 1, ' +
    '5.2 3, 5.3 2, 5.4 3, 6.1 3, 6.2 12, 6.3 4, 6.4 4, 6.5 5, 6.6 3, 6.8 4, 7.1 3, 7.2 4, 7.3 2, 7.4 5, 7.5 2, 7.6 2, 8.1 2, 8.2 3, 8.3 1, ' +
    '8.4 1, 11.1 2, 11.2 3, 11.3 3, 11.4 4, 11.5 1, 11.6 1, 12.1 3, 12.2 2, 12.3 4, 13.1 1, 13.2 5, 13.3 2, 13.4 5, 14.1 2, 14.2 4, 14.3 3, ' +
    '15.1 3, 15.2 3, 15.3 7, 16.1 1, 16.2 5, 16.3 4, 16.4 3, 16.5 3'
  )
    .split(', ')
    .map((pair) => pair.split(' ') as [string, string])
    .map(([section, count]) => [section, Number(count)]),
);

/** The lines that a row names: one, or from one to another of the same section. */
const named = (cell: string): string[] => {
  const [from = '', to = from] = cell.split('-');
  const section = from.slice(0, from.lastIndexOf('.'));
  const [first, last] = [from, to].map((line) => Number(line.slice(line.lastIndexOf('.') + 1)));
  return Array.from({ length: last! - first! + 1 }, (_, index) => `${section}.${first! + index}`);
};

const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+(?:-\d+\.\d+\.\d+)?) +\| .+? \| (\w+) +\| (.+?) +\|$/gm)].map(
  ([, lines, state, how]) => ({
    lines: lines!,
    state: state!,
    how: how!,
  }),
);

test('every line of ASVS 5.0, levels 1 and 2, stands once in docs/security.md, with its state and how', () => {
  const wanted = Object.entries(LINES).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  const unused = ['9.1.1-9.2.4', '10.1.1-10.7.3', '17.1.1-17.3.2'];
  expect(rows.map(({ lines }) => lines).filter((lines) => unused.includes(lines))).toEqual(unused);
  expect(rows.filter(({ lines }) => !unused.includes(lines)).flatMap(({ lines }) => named(lines))).toEqual(wanted);
  expect(rows.filter(({ state, how }) => !['holds', 'reason', 'open'].includes(state) || how.length < 3)).toEqual([]);
});

test('what docs/security.md cites is there', () => {
  const cited = [...text.matchAll(/`((?:contract|deploy|e2e|scripts|server|tools|web)\/[\w./-]+\.(?:tsx?|mjs|conf|service))`/g)].map(
    ([, path]) => path!,
  );
  expect(cited.length).toBeGreaterThan(50);
  expect([...new Set(cited)].filter((path) => !existsSync(path))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = [...text.matchAll(/`npm run ([\w:-]+)/g)].map(([, name]) => name!);
  expect(commands.filter((name) => !scripts[name])).toEqual([]);
});
