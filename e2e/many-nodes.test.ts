import { expect, test } from 'vitest';
import { runManyNodes } from '#tools/many-nodes.ts';

test('two nodes behind nginx: restarts in turn fail no request, and neither a killed node nor Redis nor nginx costs an order', async () => {
  const report = await runManyNodes();

  expect(report).toMatchObject({ lost: 0, doubled: 0, tokenGaps: 0, invoiceGaps: 0, eventGaps: 0, unheard: 0 });
  expect(report).toMatchObject({ failedInRollingRestart: 0, failedWithoutRedis: 0 });
  expect(report.acknowledged).toBeGreaterThan(50);
}, 150_000);
