import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dinerBytes, PAGE_MAX, SCRIPT_MAX } from './diner-bytes.ts';

let out: string;
beforeAll(() => {
  out = `${mkdtempSync(join(tmpdir(), 'comanda-diner-'))}/`;
  const env = { ...process.env, NODE_ENV: 'production', DINER_OUT: out };
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.diner.config.ts', '--logLevel', 'error'], {
    env,
  });
}, 60_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

test('the first view of a menu of 100 dishes stays within its bytes', async () => {
  const { entry, alive, script, html, page, brotli } = await dinerBytes(out);
  expect(entry.dynamicImports).toEqual(['alive.tsx']);
  expect(script).toBeLessThan(SCRIPT_MAX);
  expect(alive.dynamicImports).toHaveLength(2);
  expect(readdirSync(`${out}web`).filter((name) => name.endsWith('.css'))).toEqual([]);

  expect(html.match(/class="card"/g)).toHaveLength(100);
  expect(page).toBeLessThan(PAGE_MAX);
  expect(brotli).toBeLessThan(PAGE_MAX);
  // without them the page would be small, and naked
  expect(html).toMatch(/<style>[^<]{4000,}/);
});
