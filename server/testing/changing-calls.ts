import { expect } from 'vitest';
import { listCategories } from '#contract/categories.ts';
import { listChecks } from '#contract/checks.ts';
import { endpointsByName } from '#contract/index.ts';
import { addMenuItem, listMenuItems } from '#contract/menu-items.ts';
import { listOrders } from '#contract/orders.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { systemRandom } from '#server/platform/clock-and-random.ts';
import { hashPassword } from '#server/platform/security/tokens.ts';
import { database } from './restaurant.ts';
import type { Input, Target } from './target.ts';

const id = (value: number | string): Input => ({ params: { id: value } });

/** What to send, where the rows of the target are not what the call takes; each makes what it is about. */
export const casesFor = (target: Target): Record<string, () => Promise<Input> | Input> => {
  const { admin, menu, paymentTypeId, checkId } = target;
  const sent = async (quantity = 2, tableId: number | null = null) => {
    const { orderId } = (
      await admin(createOrder, {
        body: {
          cart: [
            { id: menu.soup, quantity },
            { id: menu.bread, quantity: 1 },
          ],
          tableId,
        },
      })
    ).reply;
    const all = (await admin(listOrders, { query: {} })).reply.flatMap(({ orders }) => orders);
    const { check_id, items } = all.find((order) => order.id === orderId)!;
    return { orderId, checkId: check_id!, lineId: items[0]!.id };
  };
  const sold = async () =>
    (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }], paymentTypeId } })).reply.invoiceId;
  const spareItem = async () => (await admin(addMenuItem, { body: { title: `Spare ${crypto.randomUUID()}`, price: 1 } })).reply.id;
  const call = async (name: string, input: Input) => {
    const response = await send(target, name, input);
    expect([name, response.statusCode, response.body]).toEqual([name, 200, expect.anything()]);
    return response.json() as Record<string, never>;
  };
  const table = async () => (await call('addTable', { body: { title: crypto.randomUUID(), floor: '-', seatingCapacity: 1 } }))['id']!;
  const person = async () => {
    const username = `${crypto.randomUUID()}@example.com`;
    await call('addUser', { body: { name: 'Cy', username, password: 'a long enough one', userScopes: [] } });
    return { params: { username } };
  };
  const guest = async (): Promise<number> => {
    const body = { deliveryType: null, customerType: 'WALKIN', cartItems: [{ id: menu.soup, quantity: 1 }] };
    return (await call('placeQrOrder', { params: { qrcode: target.qrcode }, body }))['orderId']!;
  };
  const order = async () => ({ body: { orderIds: [(await sent()).orderId] } });
  return {
    addCategory: () => ({ body: { title: 'Starters' } }),
    deleteCategory: async () => id((await call('addCategory', { body: { title: 'Spare' } }))['id']!),
    saveCategoryOrder: async () => {
      await call('addCategory', { body: { title: 'Last' } });
      const ids = (await admin(listCategories, {})).reply.map((category) => category.id);
      return { body: { ids: ids.toReversed() } };
    },
    saveItemOrder: async () => ({ body: { ids: (await admin(listMenuItems, {})).reply.map((item) => item.id).toReversed() } }),
    saveTablePlan: async () => ({
      body: { tables: [{ id: await table(), plan: { x: 1, y: 1, width: 2, height: 2, shape: 'square' } }] },
    }),
    addVariant: () => ({ params: { itemId: menu.bread }, body: { title: 'Large', price: 1 } }),
    addAddon: () => ({ params: { itemId: menu.bread }, body: { title: 'Butter', price: 1 } }),
    takeDisplay: async () => ({ body: { code: (await call('addDisplay', { body: { kind: 'customer' } }))['code']! } }),
    addReservation: () => ({ body: { customerId: '+1 555-0142', date: '2026-12-25T19:00', tableId: menu.t2 } }),
    addCharge: () => ({ body: { title: 'Terrace', kind: 'amount', value: 0 } }),
    deleteCharge: async () => id((await call('addCharge', { body: { title: 'Spare', kind: 'amount', value: 0 } }))['chargeId']!),
    markBilled: async () => id((await sent()).checkId),
    mergeCheck: async () => ({ ...id((await sent()).checkId), body: { checkId: (await sent()).checkId } }),
    moveCheck: async () => ({ ...id((await sent()).checkId), body: { tableId: await table() } }),
    setCovers: async () => ({ ...id((await sent()).checkId), body: { covers: 3 } }),
    payCheck: async () => {
      const { checkId: mine } = await sent();
      const { due } = (await admin(listChecks, { query: {} })).reply.find(({ check_id }) => check_id === mine)!;
      return { ...id(mine), body: { due, payments: [{ paymentTypeId, amount: due }] } };
    },
    splitCheck: async () => {
      const { checkId: mine, lineId } = await sent();
      return { ...id(mine), body: { parts: [{ items: [{ itemId: lineId, quantity: 1 }] }] } };
    },
    undoCheckChange: async () => {
      const { checkId: mine } = await sent();
      const { changeId } = await call('moveCheck', { ...id(mine), body: { tableId: await table() } });
      return { ...id(mine), body: { changeId } };
    },
    reversePayment: () => ({ params: { id: checkId, paymentId: target.paymentId }, body: {} }),
    addAdjustment: async () => ({ ...id((await sent()).checkId), body: { itemId: null, kind: 'percent', value: 1 } }),
    addCustomer: () => ({ body: { phone: '+1 555-0155', name: 'Charles' } }),
    deleteCustomer: async () => {
      await call('addCustomer', { body: { phone: '+1 555-0166', name: 'Gone' } });
      return id('+1 555-0166');
    },
    updateCustomer: () => ({ ...id('+1 555-0142'), body: { name: 'Augusta' } }),
    restoreDeleted: async () => {
      const gone = await spareItem();
      await call('deleteMenuItem', id(gone));
      return { body: { kind: 'menu_items', id: gone } };
    },
    removeOtherDevices: async () => (await target.ownersDevice(), {}),
    updateProfile: () => ({ body: { name: 'Another name' } }),
    completeFirstStep: () => ({ body: { step: 'all' } }),
    correctPayment: async () => {
      const card = (await call('addPaymentType', { body: { title: crypto.randomUUID(), isActive: true } }))['id']!;
      return { ...id(await sold()), body: { payments: [{ paymentTypeId: card, amount: 4.95 }] } };
    },
    refundInvoice: async () => ({ ...id(await sold()), body: { paymentTypeId } }),
    setBuyer: async () => ({ ...id(await sold()), body: { name: 'Ada' } }),
    acknowledgeCancelled: async () => {
      const { lineId } = await sent();
      await call('updateItemStatus', { ...id(lineId), body: { status: 'cancelled' } });
      return { body: { itemIds: [lineId] } };
    },
    recallItems: async () => {
      const { lineId } = await sent();
      await call('updateKitchenItems', { body: { itemIds: [lineId], status: 'completed' } });
      return { body: { itemIds: [lineId] } };
    },
    addApproval: async () => {
      const { username } = target.ben;
      const pinHash = await hashPassword('2580', systemRandom);
      await database.query("update members set rights = '{void_sent,approve}', pin_hash = $2 where username = $1", [username, pinHash]);
      return { body: { username, pin: '2580', action: 'void_sent', targetId: 1 } };
    },
    updateKitchenItems: async () => ({ body: { itemIds: [(await sent()).lineId], status: 'preparing' } }),
    updateKitchenStatus: async () => ({ ...id((await sent()).lineId), body: { status: 'preparing' } }),
    updateItemStatus: async () => ({ ...id((await sent()).lineId), body: { status: 'cancelled', quantity: 1 } }),
    addMenuItem: () => ({ body: { title: 'Pie', price: 3 } }),
    deleteMenuItem: async () => id(await spareItem()),
    updateMenuItems: () => ({ body: { items: [{ id: menu.bread, price: 9 }] } }),
    toggleSoldOut: () => ({ ...id(menu.bread), body: { isSoldOut: true } }),
    cancelOrders: order,
    completeOrders: order,
    completeAndPayOrders: async () => ({ body: { orderIds: [(await sent()).orderId], paymentTypeId } }),
    reopenOrders: async () => {
      const { orderId } = await sent();
      await call('completeOrders', { body: { orderIds: [orderId] } });
      return { body: { orderIds: [orderId] } };
    },
    addPaymentType: () => ({ body: { title: 'Cheque', isActive: true } }),
    deletePaymentType: async () => id((await call('addPaymentType', { body: { title: 'Spare', isActive: true } }))['id']!),
    addPrinter: () => ({ body: { title: 'Hall', kind: 'cloudprnt' } }),
    savePrintSetting: () => ({ body: { header: 'Welcome' } }),
    cancelAllQrOrders: async () => (await guest(), { body: {} }),
    updateQrOrderStatus: async () => ({ ...id(await guest()), body: { status: 'cancelled' } }),
    updateReservation: () => ({ ...id(target.reservationId), body: { date: '2026-12-24T20:00' } }),
    deleteReservation: () => id(target.reservationId),
    restoreReservation: async () => {
      const body = { customerId: '+1 555-0142', date: '2026-12-26T19:00' };
      const mine = (await call('addReservation', { body }))['reservationId']!;
      await call('deleteReservation', id(mine));
      return { ...id(mine), body: {} };
    },
    closeDay: () => ({ body: { businessDate: '2020-01-01' } }),
    openDrawer: () => ({ body: { title: 'Terrace', float: 5 } }),
    addReason: () => ({ body: { kind: 'drawer', title: 'Ice' } }),
    addStation: () => ({ body: { title: 'Bar' } }),
    deleteStation: async () => id((await call('addStation', { body: { title: 'Spare' } }))['stationId']!),
    pauseQrOrdering: () => ({ body: { minutes: 5 } }),
    resetQrCode: () => ({}),
    saveStoreSetting: () => ({ body: { storeName: 'Elsewhere' } }),
    addTable: () => ({ body: { title: 'Terrace 1', floor: '-', seatingCapacity: 2 } }),
    deleteTable: async () => id(await table()),
    addTax: () => ({ body: { title: 'Luxury', rate: 5, type: 'exclusive' } }),
    deleteTax: async () => id((await call('addTax', { body: { title: 'Spare', rate: 1, type: 'exclusive' } }))['id']!),
    addUser: () => ({
      body: { name: 'Dee', username: `${crypto.randomUUID()}@example.com`, password: 'a long enough one', userScopes: [] },
    }),
    deleteUser: person,
    restoreUser: async () => {
      const gone = await person();
      await call('deleteUser', gone);
      return gone;
    },
    updateUser: async () => ({ ...(await person()), body: { name: 'Eve' } }),
    updateUserPassword: async () => ({ ...(await person()), body: { password: 'quite another one' } }),
  };
};

export const send = ({ app, cookies }: Pick<Target, 'app' | 'cookies'>, name: string, { params = {}, body }: Input) => {
  const { method, path } = endpointsByName.get(name)!;
  const url = `/api/v1${path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))}`;
  return app.inject({ method, url, cookies, ...(body && { payload: body }) });
};
