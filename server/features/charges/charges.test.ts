import { describe, expect, test } from 'vitest';
import { type ChargeRule, costOf } from '#contract/adjustments.ts';
import { addCharge, deleteCharge, listCharges, updateCharge } from '#contract/charges.ts';
import { addTax, deleteTax } from '#contract/taxes.ts';
import { at, charge, off } from '#contract/testing-costs.ts';
import { database, openRestaurant } from '#server/testing/restaurant.ts';
import { type ChargeMark, chargesThatFit } from './charges.rules.ts';

// Worked by hand: which charges a bill has by dining option and covers, and what it then comes to, in minor units (wire-2.md §3).

const of = (rule: ChargeRule, deliveryTypes: string[] = [], minCovers = 0) => ({ ...rule, deliveryTypes, minCovers });
const ofSix = of(charge('percent', 125_000n), ['dinein'], 6);
const box = of({ ...charge('amount', 30n), id: 2 }, ['takeaway', 'delivery']);
const always = of({ ...charge('percent', 50_000n), id: 3 });
const all = [ofSix, box, always];
const mark = (id: number, more: Partial<ChargeMark>): ChargeMark => ({ charge_id: id, is_kept: false, is_removed: false, ...more });

describe('a bill of 24.00 less 4.00', () => {
  type Bill = Parameters<typeof chargesThatFit>[1];
  const here = (covers: number | null, ...marks: ChargeMark[]): Bill => ({ deliveryType: 'dinein', covers, marks });
  const cases: [name: string, bill: Bill, charged: bigint[], total: bigint][] = [
    ['nobody said how many', here(null), [100n], 2100n],
    ['one', here(1), [100n], 2100n],
    ['five', here(5), [100n], 2100n],
    ['six', here(6), [250n, 100n], 2350n],
    ['seven', here(7), [250n, 100n], 2350n],
    ['six, but service is taken off', here(6, mark(1, { is_removed: true })), [100n], 2100n],
    ['six, and all is taken off', here(6, mark(1, { is_removed: true }), mark(3, { is_removed: true })), [], 2000n],
    ['five of six that a split left: service is kept', here(5, mark(1, { is_kept: true })), [250n, 100n], 2350n],
    ['kept, then taken off', here(5, mark(1, { is_kept: true, is_removed: true })), [100n], 2100n],
    ['taken away', { deliveryType: 'takeaway', covers: null }, [30n, 100n], 2130n],
    ['taken away by six', { deliveryType: 'takeaway', covers: 6 }, [30n, 100n], 2130n],
    ['delivered', { deliveryType: 'delivery', covers: null }, [30n, 100n], 2130n],
    ['delivered without the box', { deliveryType: 'delivery', covers: null, marks: [mark(2, { is_removed: true })] }, [100n], 2100n],
  ];
  for (const [name, bill, charged, total] of cases)
    test(`${name}`, () => {
      const cost = costOf({ lines: [at(800n, [], 3)], adjustments: [off(400n)], charges: chargesThatFit(all, bill) });
      expect(cost.charges.map(({ amount }) => amount)).toEqual(charged);
      expect(cost.totals).toEqual({ net: total, tax: 0n, total });
    });
});

test('a charge whose tax was deleted is saved as it stands; another deleted tax is refused', async () => {
  const { admin } = await openRestaurant();
  const tax = async (title: string) => (await admin(addTax, { body: { title, rate: 10, type: 'exclusive' } })).reply.id;
  const [own, other] = [await tax('VAT'), await tax('Duty')];
  const body = { title: 'Service', kind: 'percent' as const, value: '10', taxId: own };
  const { chargeId } = (await admin(addCharge, { body })).reply;
  for (const id of [own, other]) expect((await admin(deleteTax, { params: { id: String(id) } })).status).toBe(200);
  const save = (more: object) => admin(updateCharge, { params: { id: String(chargeId) }, body: { ...body, ...more } });
  expect((await save({ value: '12' })).status).toBe(200);
  const refused = await save({ value: '15', taxId: other });
  expect([refused.status, refused.reply.message]).toEqual([404, 'This tax does not exist!']);
  expect((await admin(listCharges, {})).reply).toMatchObject([{ id: chargeId, value: 12, taxId: own }]);
  expect((await save({ taxId: null })).status).toBe(200);
  expect((await save({})).status).toBe(404);
});

test('a charge is at most what a bill can be added up with', async () => {
  const { admin } = await openRestaurant({ currency: 'USD' });
  const add = async (value: string) => (await admin(addCharge, { body: { title: `Cover ${value}`, kind: 'amount', value } })).reply.message;
  expect(await add('10000000000')).toBe('Charge added.');
  expect(await add('10000000000.01')).toBe('A charge is at most 10000000000.00!');
  expect(await add('90071992547409.91')).toBe('A charge is at most 10000000000.00!');
});

test('every change of a charge tells the tills, which price with it', async () => {
  const { admin, tenantId } = await openRestaurant();
  const told = async () => {
    const { rows } = await database.query<{ count: string }>("select count(*) from events where tenant_id = $1 and type = 'menu_update'", [
      tenantId,
    ]);
    return Number(rows[0]!.count);
  };
  const before = await told();
  const body = { title: 'Cover', kind: 'amount' as const, value: '1' };
  const params = { id: String((await admin(addCharge, { body })).reply.id) };
  expect(await told()).toBe(before + 1);
  await admin(updateCharge, { params, body: { ...body, value: '2' } });
  expect(await told()).toBe(before + 2);
  await admin(deleteCharge, { params });
  expect(await told()).toBe(before + 3);
});
