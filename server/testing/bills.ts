import { getCheck, listChecks } from '#contract/checks.ts';
import { addPaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder } from '#contract/pos.ts';
import { type App, openRestaurant } from './restaurant.ts';
import { withMenu } from './menu.ts';

/** The parameters of a call on what has this number. */
export const at = (id: number) => ({ params: { id: String(id) } });
/** A call with this Idempotency-Key. */
export const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

/** A restaurant whose bills are looked at: a soup is 4.50 and 10 % tax on top, a bread 2.00. */
export const openBills = async (currency = 'USD', app?: App) => {
  const restaurant = await withMenu(await openRestaurant({ currency, ...(app && { app }) }));
  const { admin, menu } = restaurant;
  const { paymentTypeId: visa } = (await admin(addPaymentType, { body: { title: 'Visa', kind: 'card' } })).reply;
  const cash = (await admin(listPaymentTypes, {})).reply[0]!.id;
  const bill = async (id: number) => (await admin(getCheck, at(id))).reply;
  const sell = async (tableId: number | null, cart: { id: number; quantity: number }[] = [{ id: menu.soup, quantity: 4 }]) => {
    await admin(createOrder, { body: { cart, tableId } });
    return (await admin(listChecks, { query: {} })).reply.at(-1)!.check_id;
  };
  return { ...restaurant, visa, cash, bill, sell, linesOf: async (id: number) => (await bill(id)).orders.flatMap(({ items }) => items) };
};

/** What an answer says: its status and sentence. */
export const sayOf = ({ status, reply: { message } }: { status: number; reply: { message: string } }) => [status, message];
