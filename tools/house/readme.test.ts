import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCommand } from '#server/commands/commands.ts';
import { variables } from '#server/platform/config.ts';
import { programs } from '#scripts/test-needs.mjs';

const [readme, operating, contributing] = ['README.md', 'docs/operating.md', 'CONTRIBUTING.md'].map((file) =>
  readFileSync(file, 'utf8'),
) as [string, string, string];
const matches = (expression: RegExp, from: string) => [...new Set([...from.matchAll(expression)].map(([, name]) => name!))].sort();

test('the table of the configuration names every variable that is read, and no other', () => {
  const rows = matches(/^\| (`[A-Z][^|]*) \|/gm, operating);
  expect(rows.flatMap((row) => matches(/`([A-Z_]+)`/g, row)).sort()).toEqual(Object.keys(variables.shape).sort());
});

test('every command for operating stands there, and no other', async () => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  await runCommand(['help'], { env: {}, say, warn: say, askPassword: async () => '' });
  expect(matches(/^npm run comanda -- ([a-z-]+)/gm, operating)).toEqual(matches(/^ {2}([a-z-]+)/gm, lines.join('\n')));
});

test('every script that they name exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(matches(/npm run (?:--silent )?([\w:]+)/g, readme + operating + contributing).filter((name) => !scripts[name])).toEqual([]);
});

test('what `npm test` may install is all that tests need', () => {
  const [line = ''] = /^npm test .*$/m.exec(contributing) ?? [];
  expect(Object.keys(programs).filter((name) => !line.toLowerCase().includes(name))).toEqual([]);
});
