import { expect, test } from 'vitest';
import { findInBatches } from './batches.ts';

test('of a few keys there may be more rows than a call has room for arguments', async () => {
  const bills = Array.from({ length: 251 }, (_, at) => at);
  const lines = await findInBatches(bills, async (ids) =>
    ids.flatMap((bill) => Array.from({ length: 1000 }, (_, line) => ({ bill, line }))),
  );
  expect(lines).toHaveLength(251_000);
  expect(lines.at(-1)).toEqual({ bill: 250, line: 999 });
});
