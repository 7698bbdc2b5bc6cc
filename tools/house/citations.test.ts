import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = ['contract', 'db', 'e2e', 'scripts', 'server', 'tools', 'web'].flatMap((tree) =>
  globSync(`${tree}/**/*.{ts,tsx,mjs,mts,sql,css}`).filter((file) => file !== 'tools/house/citations.test.ts'),
);
const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md']);

/** `wire.md §1, §2`, `part-1 §2 and §4`, `cases.md N5`: a document and what of it is meant. A comment may break off between them. */
const CITATION = /(?<![\w/-])((?:[\w-]+\/)*[\w-]+\.md|part-[12](?= §))((?:(?:,| and)? (?:§\d+|[ND]\d+\b))*)/g;
const citationsIn = (text: string) =>
  [...text.replace(/\n\s*(?:\*|\/\/|--)(?= )/g, '').matchAll(CITATION)].map(([, document, places = '']) => ({
    document: document!,
    places: places.match(/§\d+|[ND]\d+/g) ?? [],
  }));

/** Where a document of this name lies: beside the source's root, in docs/ or among the decisions. */
const placed = (document: string) =>
  document.startsWith('part-') ? 'docs/specification.md' : ['', 'docs/', 'docs/decisions/'].map((at) => at + document).find(existsSync);

/** Sections are headings that begin with their number, cases are rows of a table that do. */
const placesIn = (document: string, text: string): Set<string> => {
  const headings = document.startsWith('part-') ? new RegExp(`^## ${document} §(\\d+)`, 'gm') : /^## §?(\d+)/gm;
  const sections = [...text.matchAll(headings)].map(([, number]) => `§${number}`);
  return new Set([...sections, ...[...text.matchAll(/^\| ([ND]\d+) +\|/gm)].map(([, number]) => number!)]);
};

const deadIn = (file: string, text = readFileSync(file, 'utf8')): string[] =>
  citationsIn(text).flatMap(({ document, places }) => {
    const found = placed(document);
    if (!found) return [`${file}: ${document}`];
    const known = placesIn(document, readFileSync(found, 'utf8'));
    return places.filter((place) => !known.has(place)).map((place) => `${file}: ${document} ${place}`);
  });

test('what comments cite is there: the document, its section, its case', () => {
  expect(SOURCES.flatMap((file) => citationsIn(readFileSync(file, 'utf8'))).length).toBeGreaterThan(150);
  expect([...SOURCES, ...DOCUMENTS].flatMap((file) => deadIn(file))).toEqual([]);
});

test('a citation that points to nothing is found, also across a line', () => {
  const text = '/** See wire.md\n * §77, §1 (part-1 §2 and §99); no.md, cases.md N1, N999 */';
  expect(deadIn('x', text)).toEqual(['x: wire.md §77', 'x: part-1 §99', 'x: no.md', 'x: cases.md N999']);
});

test('the index of the decisions has a line for each record, in their order', () => {
  const lines = globSync('docs/decisions/[0-9]*.md')
    .sort()
    .map((file) => {
      const [, title] = /^# \d+ (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
      const name = file.slice('docs/decisions/'.length);
      return `- [${name.slice(0, 4)}](${name}) ${title}`;
    });
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  expect(index.split('\n').filter((line) => line.startsWith('- ['))).toEqual(lines);
});

test('documents link to files that are there', () => {
  const dead = DOCUMENTS.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .filter(([, path]) => !existsSync(join(dirname(document), path!)))
      .map(([, path]) => `${document}: ${path}`),
  );
  expect(dead).toEqual([]);
});

/** Files and folders that a document names: `contract/<noun>.ts` and `e2e/*` are there when one of them is. */
const goneIn = (text: string): string[] =>
  [...text.matchAll(/`((?:contract|db|deploy|docs|e2e|scripts|server|tools|web)\/[\w./<>*{}-]*)`/g)]
    .map(([, path]) => path!)
    .filter((path) => globSync(path.replace(/<\w+>/g, '*')).length === 0);

test('what documents point to is where they say; decision records are of their time', () => {
  const gone = globSync(['*.md', 'docs/*.md']).flatMap((document) =>
    goneIn(readFileSync(document, 'utf8')).map((path) => `${document}: ${path}`),
  );
  expect(gone).toEqual([]);
  expect(goneIn('`contract/<noun>.ts`, `web/ui`, `server/nowhere.ts`')).toEqual(['server/nowhere.ts']);
});
