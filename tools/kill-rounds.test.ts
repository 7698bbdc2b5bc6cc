import { expect, test } from 'vitest';
import { runKillRounds } from './kill-rounds.ts';

test('three kills of the server, the database and both, with eight writers: nothing is lost or doubled, and no number is missing', async () => {
  const report = await runKillRounds({ rounds: 3, seed: 7 });

  expect(report).toMatchObject({ lost: 0, doubled: 0, tokenGaps: 0, invoiceGaps: 0, eventGaps: 0 });
  expect(report.acknowledged).toBeGreaterThan(20);
}, 120_000);
