import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { dinerBytes, PAGE_MAX, SCRIPT_MAX } from './diner-bytes.ts';
import { buildWeb } from '#scripts/prepare.mjs';

const out = 'dist/diner/';
beforeAll(buildWeb, 120_000);

test('the first view of a menu of 100 dishes stays within its bytes', async () => {
  const { entry, hydrate, script, html, page, brotli } = await dinerBytes(out);
  expect(entry.dynamicImports).toEqual(['hydrate.tsx']);
  expect(script).toBeLessThan(SCRIPT_MAX);
  expect(hydrate.dynamicImports).toHaveLength(2);
  expect(readdirSync(`${out}web`).filter((name) => name.endsWith('.css'))).toEqual([]);

  expect(html.match(/class="card"/g)).toHaveLength(100);
  expect(page).toBeLessThan(PAGE_MAX);
  expect(brotli).toBeLessThan(PAGE_MAX);
  // without them the page would be small, and naked
  expect(html).toMatch(/<style>[^<]{4000,}/);
});
