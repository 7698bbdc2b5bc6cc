import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { node24, wrongRuntime } from '#scripts/prepare.mjs';
import { filesThatNeed, testsOf } from '#scripts/test-needs.mjs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test('the Node that was installed is the one that is pinned, and another is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-runtime-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const other = join(folder, 'node');
  writeFileSync(other, 'another program');

  expect(wrongRuntime(node24)).toBeUndefined();
  for (const machine of ['linux-x64', 'linux-arm64'])
    expect(wrongRuntime(other, machine)).toContain('The Node that was installed is not the one that Comanda was tested with');
});

test('what is left out where a program is missing is known by what a file of tests imports', () => {
  const all = testsOf(['contract', 'server', 'tools', 'e2e']);
  expect(all.length).toBeGreaterThan(80);
  const without = (...names: string[]) => filesThatNeed(names, ['contract', 'server', 'tools', 'e2e']);

  expect(without()).toEqual([]);
  expect(without('nginx')).toEqual(['e2e/many-nodes.test.ts']);
  expect(without('redis')).toEqual([
    'e2e/many-nodes.test.ts',
    'server/platform/events/nodes.test.ts',
    'server/platform/limits/limits.test.ts',
    'server/platform/limits/sign-in-limits.test.ts',
  ]);
  // every journey is a person's in a browser, but for that of the nodes
  expect(without('chromium')).toEqual(all.filter((file) => file.startsWith('e2e/') && file !== 'e2e/many-nodes.test.ts').sort());
  // whoever starts a Redis, an nginx or a Chromium is among them
  const starting = all.filter((file) => /startRedis\(|startNginx\(|runManyNodes\(|launchChromium\(/.test(readFileSync(file, 'utf8')));
  expect(
    starting.filter((file) => file !== 'tools/house/prepare.test.ts' && !without('redis', 'nginx', 'chromium').includes(file)),
  ).toEqual([]);
});

test('whoever builds for somebody else can do so without starting anything, and name all parts', () => {
  expect(scripts).toMatchObject({ setup: expect.stringContaining('setup.mjs'), sbom: expect.stringContaining('npm sbom') });
  expect(readFileSync('scripts/setup.mjs', 'utf8')).not.toMatch(/server\/main/);
});
