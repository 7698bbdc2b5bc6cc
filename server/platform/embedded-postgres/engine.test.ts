import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeAbandoned } from './engine.ts';

test('copies of the engine that were interrupted a day ago are removed, and nothing else', () => {
  const home = mkdtempSync(join(tmpdir(), 'comanda-engine-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const make = (name: string, hoursOld: number) => {
    mkdirSync(join(home, name, 'native'), { recursive: true });
    writeFileSync(join(home, name, 'native', 'postgres'), '');
    const at = Date.now() / 1_000 - hoursOld * 3_600;
    utimesSync(join(home, name), at, at);
  };
  make('engine-18.1.0', 100);
  make('0123456789ab', 100);
  make('engine-18.1.0.new-AbCdEf', 25);
  make('engine-18.4.0.new-GhIjKl', 23);
  symlinkSync(join(home, 'engine-18.1.0'), join(home, 'engine-18.1.0.new-link'));

  removeAbandoned(home);

  expect(readdirSync(home).toSorted()).toEqual(['0123456789ab', 'engine-18.1.0', 'engine-18.1.0.new-link', 'engine-18.4.0.new-GhIjKl']);
  expect(readdirSync(join(home, 'engine-18.1.0', 'native'))).toEqual(['postgres']);
});
