import { expect, test } from 'vitest';
import { runKillRounds } from './kill-rounds.ts';

test('three kills of the server, the database and both, while tills sell, serve and are paid and diners order: nothing is lost or doubled, and no number is missing', async () => {
  const report = await runKillRounds({ rounds: 3, seed: 7 });

  expect(report).toMatchObject({ lost: 0, doubled: 0, tokenGaps: 0, invoiceGaps: 0, eventGaps: 0, followerGaps: 0 });
  expect(report).toMatchObject({ kills: 3, unexpected: 0 });
  expect(report.acknowledged).toBeGreaterThan(20);
  expect(Math.min(report.payments, report.statusChanges, report.dinersOrders)).toBeGreaterThan(2);
}, 120_000);
