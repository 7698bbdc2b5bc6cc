import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCommand } from '#server/commands.ts';
import { variables } from '#server/platform/config.ts';
import { programs } from './test-needs.mjs';

const text = readFileSync('README.md', 'utf8');
const matches = (expression: RegExp, from = text) => [...new Set([...from.matchAll(expression)].map(([, name]) => name!))].sort();

test('the table of the configuration names every variable that is read, and no other', () => {
  const rows = matches(/^\| (`[A-Z][^|]*) \|/gm);
  expect(rows.flatMap((row) => matches(/`([A-Z_]+)`/g, row)).sort()).toEqual(Object.keys(variables.shape).sort());
});

test('every command for operating stands there, and no other', async () => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  await runCommand(['help'], { env: {}, say, warn: say, askPassword: async () => '' });
  expect(matches(/^npm run comanda -- ([a-z-]+)/gm)).toEqual(matches(/^ {2}([a-z-]+)/gm, lines.join('\n')));
});

test('every script that it names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(matches(/npm run (?:--silent )?([\w:]+)/g).filter((name) => !scripts[name])).toEqual([]);
});

test('what `npm test` may install is all that tests need', () => {
  const [line = ''] = /^npm test .*$/m.exec(text) ?? [];
  expect(Object.keys(programs).filter((name) => !line.toLowerCase().includes(name))).toEqual([]);
});
