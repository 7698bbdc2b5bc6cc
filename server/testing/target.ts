import { addCustomer } from '#contract/customers.ts';
import { listDevices } from '#contract/devices.ts';
import { getCheck, listChecks, payCheck } from '#contract/checks.ts';
import { listOrders } from '#contract/orders.ts';
import { listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder } from '#contract/pos.ts';
import { addDisplay, takeDisplay } from '#contract/displays.ts';
import { addPrinter, sendTestPage } from '#contract/printers.ts';
import { addReservation } from '#contract/reservations.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { closeDay } from '#contract/day.ts';
import { openDrawer } from '#contract/drawers.ts';
import { addCharge } from '#contract/charges.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { addReason } from '#contract/reasons.ts';
import { addStation } from '#contract/stations.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { listTickets } from '#contract/tickets.ts';
import { withMenu } from '#server/testing/menu.ts';
import { callAs, database, openRestaurant, type App } from '#server/testing/restaurant.ts';

/** What a call is sent. */
export interface Input {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: object;
}
/** A restaurant with something of everything, for others to reach for. */
export const openTarget = async (app: App) => {
  const target = await withMenu(await openRestaurant({ app }));
  const { admin, menu } = target;
  const { reasonId } = (await admin(addReason, { body: { kind: 'void', title: 'Theirs' } })).reply;
  const { chargeId } = (await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: 0 } })).reply;
  const { stationId } = (await admin(addStation, { body: { title: 'Grill', ackSeconds: 600 } })).reply;
  const { drawerId } = (await admin(openDrawer, { body: { title: 'Bar', float: 1 } })).reply;
  const { reply: order } = await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } });
  const { reply: board } = await admin(listOrders, { query: {} });
  const { reply: paymentTypes } = await admin(listPaymentTypes, {});
  const { reply: devices } = await admin(listDevices, {});
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true } });
  const { reply: store } = await admin(getStoreSetting, {});
  const { reply: qrOrder } = await callAs(app, {})(placeQrOrder, {
    params: { qrcode: store.uniqueQRCode },
    body: { deliveryType: null, cartItems: [{ id: menu.soup, quantity: 1 }], customerType: 'WALKIN' },
  });
  await admin(addCustomer, { body: { phone: '+1 555-0142', name: 'Ada Byron' } });
  const { reply: booking } = await admin(addReservation, {
    body: { customerId: '+1 555-0142', date: '2026-12-24T19:00', tableId: menu.t1 },
  });
  const { check_id: checkId } = (await admin(listChecks, { query: {} })).reply[0]!;
  const { reply: paid } = await admin(payCheck, {
    params: { id: String(checkId) },
    body: { due: 4.95, payments: [{ paymentTypeId: paymentTypes[0]!.id, amount: 1 }] },
  });
  const lineId = board[0]!.orders[0]!.items[0]!.id;
  const off = { itemId: lineId, kind: 'percent' as const, value: 0 };
  const { adjustmentId } = (await admin(addAdjustment, { params: { id: String(checkId) }, body: off })).reply;
  const { changes } = (await admin(getCheck, { params: { id: String(checkId) } })).reply;
  const display = (await admin(addDisplay, { body: { kind: 'customer' } })).reply;
  await admin(takeDisplay, { body: { code: display.code } });
  const { reply: printer } = await admin(addPrinter, { body: { title: 'Bar', kind: 'cloudprnt' } });
  const { reply: job } = await admin(sendTestPage, { params: { id: String(printer.id) } });
  // nobody fetches it: later it would fail by itself
  await database.query("update print_jobs set state = 'failed', due_at = null where id = $1", [job.jobId]);
  // nobody sees them: the server of another test, whose clock is ahead, would raise their alarm
  await database.query('update tickets set check_at = null where tenant_id = $1', [target.tenantId]);
  return {
    ...target,
    printerId: printer.id,
    displayId: display.displayId,
    jobId: job.jobId,
    stationId,
    drawerId,
    closingNo: (await admin(closeDay, { body: { businessDate: new Date().toISOString().slice(0, 10) } })).reply.closingNo,
    reasonId,
    ticketId: (await admin(listTickets, { query: { order: String(order.orderId) } })).reply[0]!.ticket_id,
    reservationId: booking.reservationId,
    qrOrderId: qrOrder.orderId,
    qrcode: store.uniqueQRCode,
    orderId: order.orderId,
    checkId,
    paymentId: paid.paymentIds[0]!,
    changeId: changes[0]!.change_id,
    lineId,
    chargeId,
    adjustmentId,
    paymentTypeId: paymentTypes[0]!.id,
    deviceId: devices[0]!.device_id,
    ben: await target.colleague('POS'),
  };
};
export type Target = Awaited<ReturnType<typeof openTarget>>;

/** Every call that names a row, with the rows of somebody else. What names several gets a call for each. */
export const reachesFor = ({
  menu,
  reservationId,
  orderId,
  checkId,
  paymentId,
  changeId,
  lineId,
  paymentTypeId,
  deviceId,
  qrOrderId,
  printerId,
  displayId,
  jobId,
  ben,
  stationId,
  reasonId,
  ticketId,
  drawerId,
  closingNo,
  chargeId,
  adjustmentId,
}: Target): Record<string, Input[]> => {
  const id = (value: number) => ({ params: { id: value } });
  const tax = { title: 'Mine now', rate: 1, type: 'exclusive' };
  const table = { title: 'Mine now', floor: '-', seatingCapacity: 1 };
  const option = { title: 'Mine now', price: 1 };
  const orders = { body: { orderIds: [orderId] } };
  const user = { params: { username: ben.username } };
  const cart = [{ id: menu.soup, quantity: 1 }];
  const customer = { params: { id: '+1 555-0142' } };
  const sale = [{ body: { cart } }, { body: { cart: [{ id: menu.wine, quantity: 1, variant_id: menu.large, addons_ids: [menu.ice] }] } }];
  return {
    getClosing: [{ params: { no: closingNo } }],
    getDrawer: [id(drawerId)],
    addDrawerMovement: [{ ...id(drawerId), body: { kind: 'no_sale', amount: 0 } }],
    countDrawer: [{ ...id(drawerId), body: { denominations: [] } }],
    sendToDisplay: [{ ...id(displayId), body: { shown: null } }],
    getDisplay: [id(displayId)],
    deleteDisplay: [id(displayId)],
    updatePrinter: [{ ...id(printerId), body: { title: 'Mine now' } }],
    deletePrinter: [id(printerId)],
    sendTestPage: [id(printerId)],
    addPrintJob: [{ body: { kind: 'test', printerId } }],
    retryPrintJob: [id(jobId)],
    confirmPrintJob: [{ ...id(jobId), body: { printed: true } }],
    updateTax: [{ ...id(menu.vat), body: tax }],
    deleteTax: [id(menu.vat)],
    updateTable: [{ ...id(menu.t1), body: table }],
    deleteTable: [id(menu.t2)],
    resetTableLink: [id(menu.t1)],
    saveTablePlan: [{ body: { tables: [{ id: menu.t1, plan: null }] } }],
    updateQrOrderStatus: [{ ...id(qrOrderId), body: { status: 'cancelled' } }],
    updateCategory: [{ ...id(menu.category), body: { title: 'Mine now' } }],
    deleteCategory: [id(menu.category)],
    saveCategoryOrder: [{ body: { ids: [menu.category] } }],
    updateCharge: [{ ...id(chargeId), body: { title: 'Mine now' } }],
    deleteCharge: [id(chargeId)],
    addAdjustment: [{ ...id(checkId), body: { itemId: null, kind: 'percent', value: 1 } }],
    removeAdjustment: [{ ...id(checkId), body: { adjustmentId } }],
    restoreAdjustment: [{ ...id(checkId), body: { adjustmentId } }],
    removeCharge: [{ params: { id: checkId, chargeId }, body: {} }],
    restoreCharge: [{ params: { id: checkId, chargeId }, body: {} }],
    updateReason: [{ ...id(reasonId), body: { title: 'Mine now' } }],
    deleteReason: [id(reasonId)],
    updateStation: [{ ...id(stationId), body: { title: 'Mine now' } }],
    deleteStation: [id(stationId)],
    getKitchenBoard: [{ query: { station: String(stationId) } }],
    listTickets: [{ query: { order: String(orderId) } }],
    markTicketsSeen: [{ body: { ticketIds: [ticketId] } }],
    sendTicketAgain: [{ ...id(ticketId), body: {} }],
    markTicketTold: [id(ticketId)],
    getMenuItem: [id(menu.soup)],
    addMenuItem: [{ body: { title: 'Mine', price: 1, taxId: menu.vat } }, { body: { title: 'Mine', price: 1, categoryId: menu.category } }],
    updateMenuItem: [{ ...id(menu.soup), body: { title: 'Mine now', price: 1 } }],
    deleteMenuItem: [id(menu.bread)],
    saveItemOrder: [{ body: { ids: [menu.soup, menu.wine] } }],
    toggleSoldOut: [{ ...id(menu.soup), body: { isSoldOut: true } }],
    saveItemPhoto: [id(menu.soup)],
    deleteItemPhoto: [id(menu.soup)],
    addVariant: [{ params: { itemId: menu.soup }, body: option }],
    saveVariantOrder: [{ params: { itemId: menu.wine }, body: { ids: [menu.large] } }],
    updateVariant: [{ params: { itemId: menu.wine, variantId: menu.large }, body: option }],
    deleteVariant: [{ params: { itemId: menu.wine, variantId: menu.large } }],
    addAddon: [{ params: { itemId: menu.soup }, body: option }],
    updateAddon: [{ params: { itemId: menu.wine, addonId: menu.ice }, body: option }],
    deleteAddon: [{ params: { itemId: menu.wine, addonId: menu.ice } }],
    createOrder: sale,
    createOrderAndInvoice: sale,
    updateItemStatus: [{ ...id(lineId), body: { status: 'preparing' } }],
    updateKitchenStatus: [{ ...id(lineId), body: { status: 'preparing' } }],
    recallItems: [{ body: { itemIds: [lineId] } }],
    acknowledgeCancelled: [{ body: { itemIds: [lineId] } }],
    cancelOrders: [orders],
    completeOrders: [orders],
    summarisePayment: [orders],
    completeAndPayOrders: [orders],
    summariseInvoice: [orders],
    // numbers are each restaurant's own, and the stranger has none
    getInvoice: [id(1)],
    refundInvoice: [{ ...id(1), body: { paymentTypeId } }],
    correctPayment: [{ ...id(1), body: { payments: [{ paymentTypeId, amount: 1 }] } }],
    setBuyer: [{ ...id(1), body: { name: 'Mine' } }],
    getCheck: [id(checkId)],
    moveCheck: [{ ...id(checkId), body: { tableId: null } }],
    mergeCheck: [{ ...id(checkId), body: { checkId } }],
    splitCheck: [{ ...id(checkId), body: { parts: [{ items: [{ itemId: lineId, quantity: 1 }] }] } }],
    undoCheckChange: [{ ...id(checkId), body: { changeId } }],
    setCovers: [{ ...id(checkId), body: { covers: 2 } }],
    markBilled: [id(checkId)],
    payCheck: [{ ...id(checkId), body: { payments: [], due: 0 } }],
    reversePayment: [{ params: { id: checkId, paymentId }, body: {} }],
    updatePaymentType: [{ ...id(paymentTypeId), body: { title: 'Mine now' } }],
    togglePaymentType: [{ ...id(paymentTypeId), body: { isActive: false } }],
    deletePaymentType: [id(paymentTypeId)],
    updateReservation: [{ ...id(reservationId), body: { date: '2026-12-24T19:00' } }],
    markArrival: [{ ...id(reservationId), body: { arrival: 'arrived' } }],
    addReservation: [{ body: { customerId: '+1 555-0142', date: '2026-12-24T19:00', tableId: menu.t1 } }],
    deleteReservation: [id(reservationId)],
    restoreReservation: [{ ...id(reservationId), body: {} }],
    updateUser: [{ ...user, body: { name: 'Mine now' } }],
    updateUserPassword: [{ ...user, body: { password: 'battery staple' } }],
    sendInvitation: [user],
    deleteUser: [user],
    restoreUser: [user],
    getCustomer: [customer],
    getDeliveryAddress: [customer],
    createCustomerExport: [customer],
    updateCustomer: [{ ...customer, body: { name: 'Mine now' } }],
    deleteCustomer: [customer],
    removeDevice: [{ body: { device_id: deviceId } }],
  };
};
