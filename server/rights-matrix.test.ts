import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import { addAdjustment, removeAdjustment, removeCharge } from '#contract/discounts.ts';
import { listChecks, payCheck } from '#contract/checks.ts';
import { addPaymentType } from '#contract/payment-types.ts';
import { createOrder } from '#contract/pos.ts';
import { type Right, rights, scopes } from '#contract/permissions.ts';
import { kindOf } from '#server/features/audit/audit.rules.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { casesFor, send } from '#server/testing/changing-calls.ts';
import { database, openApp } from '#server/testing/restaurant.ts';
import { type Input, openTarget, type Target } from '#server/testing/target.ts';

const PIN = '2580';
const pinHash = hashPassword(PIN, systemRandom);

/** A restaurant with a waiter of all scopes, whose rights the test gives, and a manager of all rights, who has a PIN. */
const open = async (target: Target) => {
  const [waiter, manager] = [await target.colleague(...scopes), await target.colleague('POS')];
  const give = (who: { username: string }, held: readonly Right[]) =>
    database.query('update members set rights = $2 where username = $1', [who.username, held]);
  await give(manager, rights);
  await database.query('update members set pin_hash = $2 where username = $1', [manager.username, await pinHash]);
  const as = { app: target.app, cookies: waiter.cookies };
  let last = 0;
  return {
    /** What the log was told since it was asked last: of which kind, how much (minor units), and who allowed it. */
    told: async () => {
      const { rows } = await database.query<{ id: number; entity: string; action: string; amount: number | null; approver: string | null }>(
        `select l.id, l.entity, l.action, l.amount, m.username as approver from audit_log l
          left join members m on m.tenant_id = l.tenant_id and m.id = l.approver_id
          where l.tenant_id = $1 and l.id > $2 and l.member_id = (select id from members where username = $3) order by l.id desc`,
        [target.tenantId, last, waiter.username],
      );
      last = rows[0]?.id ?? last;
      return rows.map(({ entity, action, amount, approver }) => ({ kind: kindOf(entity, action), amount, approver }));
    },
    manager: manager.username,
    give: (held: readonly Right[]) => give(waiter, held),
    act: async (name: string, input: Input) => {
      const response = await send(as, name, input);
      return { status: response.statusCode, reply: response.json() as Record<string, unknown> };
    },
    /** The manager allows it. */
    approve: async (act: { action: unknown; targetId: unknown; amount: unknown; act: unknown }): Promise<string> => {
      const response = await send(as, 'addApproval', { body: { username: manager.username, pin: PIN, ...act } });
      expect(response.statusCode).toBe(200);
      return (response.json() as { approvalToken: string }).approvalToken;
    },
  };
};

/** What is sent, where the calls that change something have no such case, and what a refusal says of it. */
const actsFor = (target: Target) => {
  const { admin, menu } = target;
  const cases = casesFor(target);
  const sent = async (deliveryType: 'dinein' | 'delivery' = 'dinein') => {
    const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 2 }], tableId: null, deliveryType } })).reply;
    const { rows } = await database.query<{ check_id: number }>('select check_id from orders where id = $1', [orderId]);
    return Number(rows[0]!.check_id);
  };
  const at = (id: number) => ({ params: { id: String(id) } });
  let days = 0;
  // of all bills only those that are delivered have it
  const chargeId = async () => {
    const body = { title: crypto.randomUUID(), kind: 'amount' as const, value: 2.5, deliveryTypes: ['delivery' as const] };
    return (await admin(addCharge, { body })).reply.chargeId;
  };
  const off = { itemId: null, kind: 'percent', value: 50 } as const;
  return {
    ...cases,
    closeDay: () => ({ body: { businessDate: `2020-01-0${++days}` } }),
    addDrawerMovement: () => ({ ...at(target.drawerId), body: { kind: 'pay_in', amount: 5 } }),
    addAdjustment: async () => ({ ...at(await sent()), body: off }),
    createOrder: () => ({ body: { cart: [{ id: menu.soup, quantity: 2 }], tableId: null, adjustments: [{ kind: 'percent', value: 50 }] } }),
    removeAdjustment: async () => {
      const id = await sent();
      const { adjustmentId } = (await admin(addAdjustment, { ...at(id), body: off })).reply;
      return { ...at(id), body: { adjustmentId } };
    },
    restoreAdjustment: async () => {
      const id = await sent();
      const { adjustmentId } = (await admin(addAdjustment, { ...at(id), body: off })).reply;
      await admin(removeAdjustment, { ...at(id), body: { adjustmentId } });
      return { ...at(id), body: { adjustmentId } };
    },
    removeCharge: async () => ({ params: { chargeId: await chargeId(), id: await sent('delivery') }, body: {} }),
    restoreCharge: async () => {
      const params = { chargeId: await chargeId(), id: await sent('delivery') };
      await admin(removeCharge, { params: { id: String(params.id), chargeId: String(params.chargeId) }, body: {} });
      return { params, body: {} };
    },
    reversePayment: async () => {
      const id = await sent();
      const { due } = (await admin(listChecks, { query: {} })).reply.find(({ check_id }) => check_id === id)!;
      const { paymentTypeId } = (await admin(addPaymentType, { body: { title: crypto.randomUUID(), kind: 'card', takesTip: true } })).reply;
      const body = { due, payments: [{ paymentTypeId, amount: 1, tip: 3 }] };
      const { paymentIds } = (await admin(payCheck, { ...at(id), body })).reply;
      return { params: { id, paymentId: paymentIds[0]! }, body: {} };
    },
  } as Record<string, () => Promise<Input> | Input>;
};

/** Every call that asks for a right: the right, the amount that a refusal names, and what of the call the approval is for. */
const acts: [name: string, right: Right, amount: number | null, targetOf?: (body: Record<string, unknown>) => unknown][] = [
  ['closeDay', 'close_day', null, ({ businessDate }) => businessDate],
  ['addDrawerMovement', 'open_drawer', 5],
  ['refundInvoice', 'refund', 4.95],
  ['correctPayment', 'refund', 4.95],
  ['reversePayment', 'refund', 4],
  ['addAdjustment', 'discount', 4.5],
  ['createOrder', 'discount', 4.5, () => null],
  ['removeAdjustment', 'discount', 4.5],
  ['restoreAdjustment', 'discount', 4.5],
  ['removeCharge', 'discount', 2.5],
  ['restoreCharge', 'discount', 2.5],
  ['updateItemStatus', 'void_sent', 4.5],
  ['cancelOrders', 'void_sent', 11, ({ orderIds }) => String(orderIds)],
  ['moveCheck', 'move_check', null],
  ['mergeCheck', 'move_check', null],
  ['splitCheck', 'move_check', null],
  ['undoCheckChange', 'move_check', null],
];
/** What an entry of an act that asks for a right is about; a correction moves what was paid, and pays nothing back. */
const kinds: Record<string, string> = {
  close_day: 'day',
  open_drawer: 'drawer',
  refund: 'refund',
  discount: 'discount',
  void_sent: 'void',
  move_check: 'order',
  correctPayment: 'payment',
};
// of these some ask in the same place: removing and restoring a charge, an adjustment of a bill and of an order
const PLACES = 15;

test('this table has every place that asks for a right', () => {
  const places = globSync('server/features/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/await assertRight\(/g) ?? []);
  expect(places).toHaveLength(PLACES);
});

describe('what needs a right', async () => {
  const app = await openApp();
  const target = await openTarget(app);
  const mine = await open(target);
  const theirs = await open(await openTarget(app));
  const inputs = actsFor(target);

  test.each(acts)('%s: refused with every right but %s, and with an approval for something else', async (name, right, amount, targetOf) => {
    const input = await inputs[name]!();
    const targetId = targetOf ? targetOf(input.body as Record<string, unknown>) : Number(input.params!['id']);
    const needed = { status: 409, reply: { code: 'approval_needed', action: right, targetId, amount } };
    await mine.give(rights.filter((one) => one !== right));
    const refused = await mine.act(name, input);
    expect(refused).toMatchObject(needed);

    const act = { action: right, targetId, amount, act: refused.reply['act'] };
    const other = right === 'refund' ? 'discount' : 'refund';
    const withToken = (approvalToken: string) => mine.act(name, { ...input, body: { ...input.body, approvalToken } });
    expect(await withToken(await mine.approve({ ...act, action: other }))).toMatchObject(needed);
    expect(await withToken(await theirs.approve(act))).toMatchObject(needed);
    // nothing of all that did anything: with the approval it goes, as it would with the right
    const token = await mine.approve(act);
    await mine.told();
    expect((await withToken(token)).status).toBe(200);
    const kind = kinds[name] ?? kinds[right];
    // cancelling and moving write rows beside it; the entry of the act has the sum that was allowed, and who allowed it
    const entry = { kind, amount: amount === null ? null : Math.round(amount * 100) };
    expect(await mine.told()).toContainEqual({ ...entry, approver: mine.manager });
    await mine.give([right]);
    expect((await mine.act(name, await inputs[name]!())).status).toBe(200);
    expect(await mine.told()).toContainEqual({ ...entry, approver: null });
  });
});
