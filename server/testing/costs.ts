import { addApproval } from '#contract/approvals.ts';
import { getCheck, listChecks, payCheck } from '#contract/checks.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder } from '#contract/pos.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { database, openRestaurant } from './restaurant.ts';
import { withMenu } from './menu.ts';

/** A soup is 4.50 and 10 % tax on top: 4.95; a wine 6.00 with 20 % tax inside; bread 2.00 without. */
export const openCosts = async () => {
  const restaurant = await withMenu(await openRestaurant());
  const { admin, menu } = restaurant;
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  const at = (id: number) => ({ params: { id: String(id) } });
  const bill = async (id: number) => (await admin(getCheck, at(id))).reply;
  return {
    ...restaurant,
    cash: cash!.id,
    bill,
    only: async () => bill((await admin(listChecks, { query: {} })).reply[0]!.check_id),
    sell: (cart: object[] = [{ id: menu.soup, quantity: 4 }], more: object = {}) =>
      admin(createOrder, { body: { cart, tableId: menu.t1, ...more } as never }),
    off: (id: number, body: object, itemId: number | null = null) =>
      admin(addAdjustment, { ...at(id), body: { itemId, ...body } as never }),
    pay: (id: number, due: number) => admin(payCheck, { ...at(id), body: { due, payments: [{ paymentTypeId: cash!.id, amount: due }] } }),
  };
};
export type Costs = Awaited<ReturnType<typeof openCosts>>;

/** A waiter who may give nothing away, a colleague who may allow it, and how the one asks the other. */
export const openAsker = async ({ colleague }: Pick<Costs, 'colleague'>) => {
  const [waiter, boss] = [await colleague('POS', 'ORDERS'), await colleague('POS')];
  await database.query(`update members set rights = '{void_sent,move_check}' where username = $1`, [waiter.username]);
  const pin = await hashPassword('2580', systemRandom);
  await database.query(`update members set rights = '{discount,approve}', pin_hash = $2 where username = $1`, [boss.username, pin]);
  const ask = async (targetId: number, target: 'check' | 'table', amount: number) => {
    const body = { username: boss.username, pin: '2580', action: 'discount' as const, targetId, target, amount };
    return (await waiter.call(addApproval, { body })).reply.approvalToken;
  };
  return { waiter, ask };
};

/** The lines of its only open bill. */
export const itemsOf = async ({ only }: Pick<Costs, 'only'>) => (await only()).orders.flatMap(({ items }) => items);
export const today = { query: { type: 'today' as const } };
