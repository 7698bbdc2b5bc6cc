import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = [
  ...globSync('{contract,db/functions,e2e,scripts,server,tools,web}/**/*.{ts,tsx,mjs,sql,css}'),
  ...globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md']),
].filter((file) => !['tools/house/words.test.ts', 'docs/writing.md', 'docs/specification.md'].includes(file));

/** Of the words that writing.md replaces those that mean nothing else here. */
const REPLACED: [write: string, instead: RegExp][] = [
  ['again, or reload', /\banew\b/gi],
  ['timeout', /\bpatience\b/gi],
  ['learn of, receive, listen', /\b(?:hears? of|hears? nothing|hearers?)\b/gi],
  ['yield to the event loop', /\bbreath(?:e|es|ing)\b/gi],
  ['e-mail', /\b(?:interface|type|class) \w*Letters?\b|\b(?:links? of a letter|sends? a letter)\b/g],
  ['sr-only', /\bonly-heard\b/g],
  ['what it is', /^(?:export )?(?:interface|type|class) \w*(?:Told|Held|Asked|Found|Wanted|Parts|Data|Info|Base)\b/gm],
];

const replacedIn = (file: string, text: string): string[] =>
  REPLACED.flatMap(([write, instead]) => [...text.matchAll(instead)].map(([words]) => `${file}: ${words} (write: ${write})`));

test('what is written here says what one would search for', () => {
  expect(SOURCES.length).toBeGreaterThan(1500);
  expect(SOURCES.flatMap((file) => replacedIn(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('a word that writing.md replaces is found', () => {
  expect(replacedIn('x', 'interface OldLetter {}\n// asks anew, and hears of it')).toEqual([
    'x: anew (write: again, or reload)',
    'x: hears of (write: learn of, receive, listen)',
    'x: interface OldLetter (write: e-mail)',
  ]);
});
