import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildWeb } from '#scripts/prepare.mjs';

interface Chunk {
  file: string;
  imports?: string[];
}

/** KB of JavaScript, gzip, that a screen may load before it is shown: the page's, its frame's and its own. What is loaded when it is used does not count. */
const BUDGETS: Record<string, number> = {
  'features/auth/LoginScreen.tsx': 194,
  'features/pos/PosScreen.tsx': 280,
  'features/kitchen/KitchenScreen.tsx': 240,
};
const OTHER = 350;
/** Screens without the members' frame around them. */
const UNFRAMED = /^features\/(auth|superadmin-auth|printing)\/|(Success|CancelledPayment|TestCheckout)Screen/;

let manifest: Record<string, Chunk>;
beforeAll(async () => {
  await buildWeb();
  manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as typeof manifest;
}, 300_000);

const filesOf = (names: readonly string[], seen = new Set<string>()): Set<string> => {
  for (const { file, imports = [] } of names.map((name) => manifest[name]!)) {
    if (seen.has(file)) continue;
    seen.add(file);
    filesOf(imports, seen);
  }
  return seen;
};

const sizes = new Map<string, number>();
const sizeOf = (file: string): number => {
  const size = sizes.get(file) ?? gzipSync(readFileSync(`dist/web/${file}`)).length / 1000;
  sizes.set(file, size);
  return size;
};

test('no screen loads more JavaScript before it is shown than its budget', () => {
  const screens = Object.keys(manifest).filter((name) => name.endsWith('Screen.tsx'));
  expect(screens).toEqual(expect.arrayContaining(Object.keys(BUDGETS)));
  expect(screens.length).toBeGreaterThan(35);
  const frame = ['app/DashboardLayout.tsx'];
  const over = screens.flatMap((screen) => {
    const files = filesOf(['index.html', screen, ...(UNFRAMED.test(screen) ? [] : frame)]);
    const size = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
    const most = BUDGETS[screen] ?? OTHER;
    return size > most ? [`${screen}: ${size.toFixed(1)} KB, above ${most}`] : [];
  });
  expect(over).toEqual([]);
});
