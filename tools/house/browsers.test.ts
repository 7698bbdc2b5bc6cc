import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { buildWeb } from '#scripts/prepare.mjs';

// The build changes syntax and adds no methods: what is newer than the oldest browsers of operating.md, Browsers, must not be called.
// Chrome 108, Firefox 101, Safari 15.4
const NEWER = [
  /\.(toSorted|toSpliced|toReversed)\b|\.with\(/, // Safari 16, Chrome 110
  /\bAbortSignal\.timeout\(/, // Safari 16
  /\/[^/\n`]*\(\?<[=!][^/\n`]*\//, // lookbehind: Safari 16.4
  /\.(isWellFormed|toWellFormed)\b/, // Safari 16.4, Chrome 111
  /\bURL\.canParse\b/, // Safari 17, Chrome 120
  /\b(Map|Object)\.groupBy\b|\bPromise\.withResolvers\b|\bAbortSignal\.any\b/, // Safari 17.4, Chrome 117
  /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\b/, // Safari 17, Chrome 122
  /\bURL\.parse\b|\bPromise\.try\b|\bArray\.fromAsync\b|\bRegExp\.escape\b/, // Safari 18, Chrome 126
  /\.(keys|values|entries)\(\)\.(map|filter|some|every|find|reduce|forEach|flatMap|take|drop|toArray)\b/, // Safari 18.4, Chrome 122
  /\brequestIdleCallback\b/, // no Safari
];
// Chrome 85, Safari 15
const NEWER_FOR_DINERS = [
  ...NEWER,
  /\bObject\.hasOwn\b|\.(findLast|findLastIndex|replaceAll)\b|\bstructuredClone\b|\bcrypto\.randomUUID\b/,
  /\.at\(|\bPromise\.any\b|\bWeakRef\b/,
];

/** Code that asks first whether there is such a method. */
const asked = /typeof ([\w.]+)==`function`(\?|\)return )\1\(/g;

const usesOf = (folder: string, methods: readonly RegExp[]): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => {
      const code = readFileSync(`${folder}/${name}`, 'utf8').replace(asked, '');
      return methods.flatMap((method) => {
        const found = method.exec(code);
        return found ? `${name}: …${code.slice(Math.max(0, found.index - 60), found.index + 60)}…` : [];
      });
    });

beforeAll(buildWeb, 300_000);

test('the staff’s pages call nothing that their oldest browsers do not have', () => {
  // the service worker lies beside the assets
  expect([...usesOf('dist/web', NEWER), ...usesOf('dist/web/assets', NEWER)]).toEqual([]);
});

test('nor do the diners’', () => {
  expect(usesOf('dist/diner/web', NEWER_FOR_DINERS)).toEqual([]);
});

test('the diners’ style sheet keeps what stands there for browsers that do not know the newer way', () => {
  const page = readFileSync('dist/diner/server/render.js', 'utf8');
  // ranges: Safari 16.4, Chrome 104; dvh: Safari 15.4, Chrome 108
  expect(/@media \([^)]*[<>]/.exec(page)).toBeNull();
  expect(page).toContain('max-height:92vh');
});
