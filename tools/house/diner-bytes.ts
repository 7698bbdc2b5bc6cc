import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { loadRenderer } from '#server/platform/pages/diner-renderer.ts';
import { dinersMenu } from './diners-menu.ts';

// What a guest's phone may be made to load, in bytes (cases.md §6, "The diner's page").
export const SCRIPT_MAX = 85 * 1024;
export const PAGE_MAX = 30 * 1024;

interface Built {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

/** What the first view of a menu of 100 dishes takes from the network, by a build that lies in `out`. */
export const dinerBytes = async (out: string) => {
  const manifest = JSON.parse(readFileSync(`${out}web/manifest.json`, 'utf8')) as Record<string, Built>;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)!;
  const hydrate = manifest['hydrate.tsx']!;
  // the entry hydrates the page by one import; what either imports is loaded with it, numbers and sockets when they are wanted
  const first = new Set([entry, hydrate, ...[...(entry.imports ?? []), ...(hydrate.imports ?? [])].map((name) => manifest[name]!)]);
  const script = [...first].reduce((sum, { file }) => sum + gzipSync(readFileSync(`${out}web/${file}`)).length, 0);
  const renderer = await loadRenderer(out);
  const html = renderer({ view: 'menu', qrcode: 'x'.repeat(21), tableId: null, menu: dinersMenu(100) });
  return { entry, hydrate, script, html, page: gzipSync(html).length, brotli: brotliCompressSync(html).length };
};
