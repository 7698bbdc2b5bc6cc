import { expect, test } from 'vitest';
import { updateCharge } from './charges.ts';
import { updatePrinter } from './printers.ts';
import { updateReason } from './reasons.ts';
import { updateReservation } from './reservations.ts';

test.each([
  ['a reservation', updateReservation, 'status', { date: '2026-03-10T19:00' }],
  ['a reason', updateReason, 'kind', { title: 'Spilled' }],
  ['a charge', updateCharge, 'kind', { title: 'Service' }],
  ['a printer', updatePrinter, 'kind', { title: 'Bar' }],
])('what of %s cannot be empty stays when it is null or empty (wire.md §1)', (_, { body }, field, others) => {
  for (const empty of [null, '']) {
    const { success, data } = body.safeParse({ ...others, [field]: empty });
    expect([success, (data as Record<string, unknown> | undefined)?.[field]]).toEqual([true, undefined]);
  }
  expect(body.safeParse({ ...others, [field]: 'none of these' }).success).toBe(false);
});
