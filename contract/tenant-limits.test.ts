import { expect, test } from 'vitest';
import { assertWithin, socketsFor, type TenantLimitName, tenantLimits } from './tenant-limits.ts';

test.each(Object.entries(tenantLimits))('%s: as many as the limit says, and one more is a conflict with its sentence', (name, row) => {
  const of = name as TenantLimitName;
  expect(() => assertWithin(of, row.most)).not.toThrow();
  expect(() => assertWithin(of, row.most + 1)).toThrow(expect.objectContaining({ code: 'conflict', status: 409, message: row.sentence }));
});

test('connections grow with every ten members, or part of it', () => {
  expect([0, 1, 10, 11, 20, 300].map(socketsFor)).toEqual([200, 200, 200, 400, 400, 6000]);
});
