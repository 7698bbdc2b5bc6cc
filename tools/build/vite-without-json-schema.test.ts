import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, createLogger } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { withoutJsonSchema } from './vite-without-json-schema.ts';

test('the build says nothing of what is left out, and still what else is undefined', async () => {
  const ignored = join(import.meta.dirname, '../../.types');
  mkdirSync(ignored, { recursive: true });
  const folder = mkdtempSync(join(ignored, 'undefined-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'other.js'), 'export const one = 1;');
  writeFileSync(
    join(folder, 'entry.js'),
    `import * as z from 'zod'; import * as other from './other.js'; export const kept = [z.string(), other.two];`,
  );
  const said: string[] = [];
  const warn = (message: string) => void said.push(message);
  await build({
    root: folder,
    configFile: false,
    plugins: [withoutJsonSchema()],
    customLogger: { ...createLogger('warn'), warn, warnOnce: warn },
    build: { write: false, rolldownOptions: { input: join(folder, 'entry.js') } },
  });
  expect(said.filter((message) => message.includes('IMPORT_IS_UNDEFINED') || message.includes('undefined'))).toEqual([
    expect.stringContaining('`two`'),
  ]);
});
