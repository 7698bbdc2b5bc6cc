import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadRenderer } from '#server/platform/diner-pages.ts';
import { dinersMenu } from './diners-menu.ts';

// What a stranger's phone may be made to load, in bytes (performance.md, "The diner's page").
const SCRIPT_MAX = 90 * 1024;
const PAGE_MAX = 30 * 1024;

let out: string;
beforeAll(() => {
  out = `${mkdtempSync(join(tmpdir(), 'comanda-diner-'))}/`;
  const env = { ...process.env, NODE_ENV: 'production', DINER_OUT: out };
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.diner.config.ts', '--logLevel', 'error'], {
    env,
  });
}, 60_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

interface Built {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

test('the first view of a menu of 100 dishes stays within its bytes', async () => {
  const manifest = JSON.parse(readFileSync(`${out}web/manifest.json`, 'utf8')) as Record<string, Built>;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)!;
  // the entry brings the page to life by one import; what either imports is loaded with it, numbers and sockets when they are wanted
  expect(entry.dynamicImports).toEqual(['alive.tsx']);
  const alive = manifest['alive.tsx']!;
  const first = new Set([entry, alive, ...[...(entry.imports ?? []), ...(alive.imports ?? [])].map((name) => manifest[name]!)]);
  const script = [...first].reduce((sum, { file }) => sum + gzipSync(readFileSync(`${out}web/${file}`)).length, 0);
  expect(script).toBeLessThan(SCRIPT_MAX);
  expect(alive.dynamicImports).toHaveLength(2);
  expect(readdirSync(`${out}web`).filter((name) => name.endsWith('.css'))).toEqual([]);

  const renderer = await loadRenderer(out);
  const html = renderer({ view: 'menu', qrcode: 'x'.repeat(21), tableId: null, menu: dinersMenu(100) });
  expect(html.match(/class="card"/g)).toHaveLength(100);
  expect(gzipSync(html).length).toBeLessThan(PAGE_MAX);
  expect(brotliCompressSync(html).length).toBeLessThan(PAGE_MAX);
  // without them the page would be small, and naked
  expect(html).toMatch(/<style>[^<]{4000,}/);
});
