import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { getCheck, listChecks, markBilled, payCheck, splitCheck } from '#contract/checks.ts';
import { addCharge } from '#contract/charges.ts';
import { addCustomer } from '#contract/customers.ts';
import { refundInvoice } from '#contract/invoices.ts';
import { getKitchenBoard, listKitchenOrders } from '#contract/kitchen.ts';
import { addMenuItem } from '#contract/menu-items.ts';
import { completeAndPayOrders, updateItemStatus } from '#contract/orders.ts';
import { addPaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder, createOrderAndInvoice } from '#contract/pos.ts';
import { savePrintSetting } from '#contract/print-settings.ts';
import { addPrintJob, listPrintJobs, type PrintKind, retryPrintJob } from '#contract/print-jobs.ts';
import { addPrinter } from '#contract/printers.ts';
import { addStation } from '#contract/stations.ts';
import { saveStoreSetting } from '#contract/store-settings.ts';
import { listTickets, listUnseenTickets, markTicketsSeen } from '#contract/tickets.ts';
import { database, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';
import { openPrinter } from '#server/testing/printer.ts';

const open = async () => {
  const mine = await withMenu(await openRestaurant());
  const { admin } = mine;
  const printer = await openPrinter();
  const { id: printerId } = (await admin(addPrinter, { body: { title: 'Bar', kind: 'network', address: printer.address } })).reply;
  const print = async (kind: PrintKind, id: number) => {
    const before = printer.papers.length;
    expect((await admin(addPrintJob, { body: { kind, id, printerId } })).status).toBe(200);
    while (printer.papers.length === before) await pause(50);
    return printer.papers.at(-1)!.toString('latin1');
  };
  return { ...mine, printer, printerId, print };
};

test('a refund says of which invoice, its pieces and sums below zero; a bill that it is no receipt', async () => {
  const { admin, menu, print } = await open();
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  const cart = [
    { id: menu.soup, quantity: 2 },
    { id: menu.bread, quantity: 1 },
  ];
  const { invoiceId, orderId } = (await admin(createOrderAndInvoice, { body: { cart, paymentTypeId: cash!.id } })).reply;
  const { rows } = await database.query<{ id: number }>('select id from order_lines where order_id = $1 and item_title = $2', [
    orderId,
    'Soup',
  ]);
  const refund = await admin(refundInvoice, {
    params: { id: String(invoiceId) },
    body: { paymentTypeId: cash!.id, items: [{ itemId: rows[0]!.id, quantity: 1 }] },
  });
  expect(refund.status).toBe(200);
  const paper = await print('receipt', refund.reply.invoiceId);
  expect(paper).toContain(`Refund of invoice ${invoiceId}`);
  expect(paper).toMatch(/-1 x Soup +-\$4\.50/);
  expect(paper).toMatch(/Total +-\$4\.95/);
  expect(paper).toMatch(/VAT 10% of -\$4\.50 +-\$0\.45/);
  expect(paper).not.toContain('Bread');

  await admin(createOrder, { body: { cart, tableId: menu.t1 } });
  const [check] = (await admin(listChecks, { query: {} })).reply;
  const bill = await print('bill', check!.check_id);
  expect(bill).toContain('Bill, not a receipt');
  expect(bill).toMatch(/2 x Soup +\$9\.00/);
  expect(bill).toMatch(/Due +\$11\.90/);
});

test('paper adds up: what is inside the prices is taken out above the subtotal, and a bill has only what is to be paid', async () => {
  const { admin, menu, print } = await open();
  const cart = [
    { id: menu.wine, quantity: 2, adjustments: [{ kind: 'amount' as const, value: 2 }] },
    { id: menu.soup, quantity: 1 },
  ];
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart } })).reply;
  const paper = await print('receipt', invoiceId);
  // 12.00 − 2.00 + 4.50 are 14.50, of which 1.67 is inside the wine
  expect(paper).toMatch(/Items +\$14\.50\s+Tax in the prices +-\$1\.67\s+Subtotal \(excl\. tax\) +\$12\.83\s/);
  expect(paper).toMatch(/Paid +\$14\.95/);
  expect(paper).not.toContain('unspecified');
  const { invoiceId: refundId } = (
    await admin(refundInvoice, {
      params: { id: String(invoiceId) },
      body: { paymentTypeId: (await admin(listPaymentTypes, {})).reply[0]!.id },
    })
  ).reply;
  const back = await print('receipt', refundId);
  expect(back).toMatch(/-2 x Wine +-\$12\.00\s+\$6\.00 each\s+Discount +\$2\.00/);
  expect(back).toMatch(/Items +-\$14\.50\s+Tax in the prices +\$1\.67\s+Subtotal \(excl\. tax\) +-\$12\.83\s/);

  // a round that was paid by itself is no longer part of the bill
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 1 }], tableId: menu.t1 } })).reply;
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } });
  expect((await admin(completeAndPayOrders, { body: { orderIds: [orderId] } })).status).toBe(200);
  const bill = await print('bill', (await admin(listChecks, { query: {} })).reply[0]!.check_id);
  expect(bill).toMatch(/1 x Soup +\$4\.50/);
  expect(bill).not.toContain('Bread');
  expect(bill).toMatch(/Due +\$4\.95/);

  // 6.00 and 10 % of it are 6.60, of which 1.00 is inside the wine
  await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: 10 } });
  const service = (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.wine, quantity: 1 }] } })).reply;
  expect(await print('receipt', service.invoiceId)).toMatch(
    /Service +\$0\.60[\s-]+Items and charges +\$6\.60\s+Tax in the prices +-\$1\.00\s+Subtotal \(excl\. tax\) +\$5\.60\s/,
  );
});

test('a bill says whose part it is and when it was printed, and payments have their reference on every paper', async () => {
  const { admin, menu, print } = await open();
  const { paymentTypeId: card } = (await admin(addPaymentType, { body: { title: 'Card', kind: 'card', needsReference: true } })).reply;
  const checks = async () => (await admin(listChecks, { query: {} })).reply;
  const of = (id: number) => ({ params: { id: String(id) } });
  const cart = [{ id: menu.soup, quantity: 2 }];
  await admin(createOrder, { body: { cart, tableId: menu.t1 } });
  const { check_id: id } = (await checks())[0]!;
  const [line] = (await admin(getCheck, of(id))).reply.orders[0]!.items;
  const parts = [{ name: 'Anna', items: [{ itemId: line!.id, quantity: 1 }] }];
  const [part] = (await admin(splitCheck, { ...of(id), body: { parts } })).reply.checkIds;
  const pay = (amount: number, due: number) =>
    admin(payCheck, { ...of(part!), body: { due, payments: [{ paymentTypeId: card, amount, reference: 'S 4711' }] } });
  await pay(1, 4.95);
  // opened long ago, printed now
  await database.query("update checks set opened_at = '2020-01-01T10:00:00Z' where id = $1", [part]);
  const paper = await print('bill', part!);
  expect(paper).toMatch(/Table: T1\s+Bill: 2\s+Name: Anna\s/);
  expect(paper).toContain('Customer: Walk-in customer');
  expect(paper).not.toContain('2020');
  expect(paper).toMatch(/Card +\$1\.00\s+S 4711/);
  const { invoiceId } = (await pay(3.95, 3.95)).reply;
  expect((await print('receipt', invoiceId!)).match(/S 4711/g)).toHaveLength(2);

  await admin(createOrder, { body: { cart, tableId: null } });
  const { check_id: takeaway } = (await checks()).at(-1)!;
  const unseated = await print('bill', takeaway);
  expect(unseated).toContain('Token: 2');
  // the number of all restaurants' bills stands on none
  expect(unseated).not.toContain('Bill:');
});

test('a bill that was paid before the store changed its currency has the sums that were paid', async () => {
  const { admin, menu, print } = await open();
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 2 }], tableId: menu.t1 } });
  const { check_id: id, due } = (await admin(listChecks, { query: {} })).reply[0]!;
  const payments = [{ paymentTypeId: cash!.id, amount: due }];
  expect((await admin(payCheck, { params: { id: String(id) }, body: { due, payments } })).status).toBe(200);
  expect((await admin(saveStoreSetting, { body: { currency: 'JPY' } })).status).toBe(200);
  expect((await admin(getCheck, { params: { id: String(id) } })).reply).toMatchObject({ currency: 'USD', total: 9.9 });
  expect(await print('bill', id)).toMatch(/Total +\$9\.90[^]*Cash +\$9\.90\s/);
});

test('a bill that a browser printed first is a copy at the printer of the house', async () => {
  const { admin, menu, print } = await open();
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }], tableId: menu.t1 } });
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply[0]!;
  const billed = async () => (await admin(markBilled, { params: { id: String(id) } })).reply.prints;
  expect(await billed()).toBe(1);
  expect(await billed()).toBe(2);
  expect(await print('bill', id)).toContain('COPY 2');
  expect(await billed()).toBe(3);
  expect(await print('bill', id)).toContain('COPY 3');
  // two papers of one count are not alike either
  expect(await print('bill', id)).toContain('COPY 4');
});

test('a receipt that a browser printed first is a copy at the printer of the house', async () => {
  const { admin, menu, printer, printerId, print } = await open();
  const { invoiceId: id } = (await admin(createOrderAndInvoice, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
  const body = { kind: 'receipt', id, printerId, isCopy: true, copies: 2 } as const;
  expect((await admin(addPrintJob, { body })).status).toBe(200);
  while (printer.papers.length < 2) await pause(50);
  expect(printer.papers.map((paper) => /COPY \d/.exec(paper.toString('latin1'))?.[0])).toEqual(['COPY 2', 'COPY 3']);
  expect(await print('receipt', id)).toContain('COPY 4');
});

test('a line of several pieces says what one of them costs, its addons included', async () => {
  const { admin, menu, print } = await open();
  const { invoiceId, orderId } = (
    await admin(createOrderAndInvoice, {
      body: {
        cart: [
          { id: menu.soup, quantity: 3 },
          { id: menu.bread, quantity: 1 },
        ],
      },
    })
  ).reply;
  const paper = await print('receipt', invoiceId);
  expect(paper).toMatch(/3 x Soup +\$13\.50\s+\$4\.50 each\s+1 x Bread/);
  expect(paper.match(/ each/g)).toHaveLength(1);
  const { rows } = await database.query<{ id: number }>('select id from order_lines where order_id = $1 order by id limit 1', [orderId]);
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  const refund = await admin(refundInvoice, {
    params: { id: String(invoiceId) },
    body: { paymentTypeId: cash!.id, items: [{ itemId: rows[0]!.id, quantity: 2 }] },
  });
  expect(await print('receipt', refund.reply.invoiceId)).toMatch(/-2 x Soup +-\$9\.00\s+\$4\.50 each/);
});

test('a share of a bill has its own slip, with its payment once it is paid; it is no copy of the bill', async () => {
  const { admin, menu, printer, printerId, print } = await open();
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 4 }], tableId: menu.t1 } });
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply[0]!;
  const send = (share: object, kind: PrintKind = 'bill') => admin(addPrintJob, { body: { kind, id, printerId, share } as never });
  const slip = async (share: object) => {
    const before = printer.papers.length;
    expect((await send(share)).status).toBe(200);
    while (printer.papers.length === before) await pause(50);
    return printer.papers.at(-1)!.toString('latin1');
  };
  const second = { number: 2, of: 4, amount: 4.95 };
  const unpaid = await slip(second);
  expect(unpaid).toMatch(/Bill, not a receipt[^]*Share 2 of 4[^]*Table: T1[^]*Total of the bill +\$19\.80\s[^]*Share 2 of 4 +\$4\.95/);
  expect(unpaid).not.toMatch(/Soup|Not paid|Due|COPY|Cash/);
  const payments = [{ paymentTypeId: cash!.id, amount: 4.95, tendered: 10 }];
  const { paymentIds } = (await admin(payCheck, { params: { id: String(id) }, body: { due: 19.8, payments } })).reply;
  const paid = await slip({ ...second, paymentId: paymentIds[0] });
  expect(paid).toMatch(/Cash +\$4\.95\s[^]*Given +\$10\.00\s[^]*Change +\$5\.05/);
  expect(paid).not.toMatch(/COPY|not a receipt/);
  expect(await print('bill', id)).not.toContain('COPY');

  expect((await send({ ...second, paymentId: 999_999 })).status).toBe(404);
  for (const wrong of [{ number: 5 }, { of: 1 }, { amount: 19.81 }, { amount: -1 }])
    expect((await send({ ...second, ...wrong })).status).toBe(400);
  expect((await send(second, 'receipt')).status).toBe(400);
});

test('a bill that is sent to a printer is in the activity, a share’s slip too, though the till never says that it was printed', async () => {
  const { admin, menu, printerId } = await open();
  await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 4 }], tableId: menu.t1 } });
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply[0]!;
  const told = async () =>
    (await admin(listAudit, { query: { type: 'today' } })).reply.entries
      .map(({ text }) => text)
      .filter((text) => text.includes(' to the printer '));
  await admin(addPrintJob, { body: { kind: 'bill', id, printerId, copies: 2 } });
  await admin(addPrintJob, { body: { kind: 'bill', id, printerId, share: { number: 2, of: 4, amount: 4.95 } } });
  // what was refused left no paper
  await admin(addPrintJob, { body: { kind: 'bill', id, printerId, share: { number: 2, of: 4, amount: 99 } } });

  expect(await told()).toEqual([
    expect.stringContaining(`sent the slip of share 2 of 4: 4.95 of bill ${id} to the printer `),
    expect.stringContaining(`sent bill ${id} to the printer `),
  ]);
  expect((await admin(listChecks, { query: {} })).reply[0]!.is_billed).toBe(false);
});

test('who prints what: the till everything, an invoice’s reader receipts, a reader of reports closings, who sets up test pages', async () => {
  const { staff, printerId } = await open();
  const kinds = ['receipt', 'bill', 'token', 'ticket', 'closing', 'test'] as const;
  // 404: may, and there is none with this number
  const answersOf = async (...scopes: Parameters<typeof staff>) => {
    const call = await staff(...scopes);
    const statuses: number[] = [];
    for (const kind of kinds) statuses.push((await call(addPrintJob, { body: { kind, id: 999_999, printerId } })).status);
    return statuses;
  };
  expect(await answersOf('POS')).toEqual([404, 404, 404, 404, 404, 200]);
  expect(await answersOf('ORDERS')).toEqual([404, 404, 404, 404, 404, 200]);
  expect(await answersOf('INVOICES')).toEqual([404, 403, 403, 403, 403, 403]);
  expect(await answersOf('REPORTS')).toEqual([403, 403, 403, 403, 404, 403]);
  expect(await answersOf('SETTINGS')).toEqual([403, 403, 403, 403, 403, 200]);
  expect(await answersOf('KITCHEN')).toEqual([403, 403, 403, 403, 403, 403]);
});

test('a ticket that no printer took within ten minutes has expired, and stands among the unseen', async () => {
  const { admin, menu, printer, printerId } = await open();
  printer.manner = 'no paper';
  await admin(addStation, { body: { title: 'Grill', ackSeconds: 5, printerId } });
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
  const [ticket] = (await admin(listTickets, { query: { order: String(orderId) } })).reply;
  const job = async () => (await admin(listPrintJobs, { query: {} })).reply[0]!;
  while ((await job()).state !== 'failed') await pause(50);
  await database.query("update print_jobs set tried_from = tried_from - interval '10 minutes', due_at = now() where id = $1", [
    (await job()).job_id,
  ]);
  while ((await job()).state !== 'expired') await pause(50);
  const unseen = async () => (await admin(listUnseenTickets, {})).reply.map(({ ticket_id }) => ticket_id);
  while ((await unseen()).length === 0) await pause(50);
  expect(await unseen()).toEqual([ticket!.ticket_id]);

  // there is paper again, and somebody wants it all the same
  printer.manner = 'good';
  expect((await admin(retryPrintJob, { params: { id: String((await job()).job_id) } })).status).toBe(200);
  while ((await job()).state !== 'printed') await pause(50);
  expect(await unseen()).toEqual([]);
});

test('what came out on paper is still told to the screens of its station, until one of them shows it', async () => {
  const { admin, staff, menu, printerId } = await open();
  await admin(addStation, { body: { title: 'Grill', printerId } });
  const { orderId } = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply;
  const ticket = async () => (await admin(listTickets, { query: { order: String(orderId) } })).reply[0]!;
  while ((await ticket()).state !== 'printed') await pause(50);
  const cook = await staff('KITCHEN_DISPLAY');
  const shown = async () => (await cook(getKitchenBoard, { query: {} })).reply.tickets!.map(({ ticket_id }) => ticket_id);
  const { ticket_id: id } = await ticket();
  expect(await shown()).toEqual([id]);
  expect((await cook(markTicketsSeen, { body: { ticketIds: [id] } })).status).toBe(200);
  expect([await shown(), (await ticket()).state]).toEqual([[], 'seen']);
});

test('what came out on paper and is made is told to no screen any more; what came out of nowhere is', async () => {
  const { admin, staff, menu, printer, printerId } = await open();
  await admin(addStation, { body: { title: 'Grill', printerId } });
  const sell = async () => (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply.orderId;
  const ticketOf = async (order: number) => (await admin(listTickets, { query: { order: String(order) } })).reply[0]!;
  const [made, waiting] = [await sell(), await sell()];
  while ((await ticketOf(waiting)).state !== 'printed') await pause(50);
  printer.manner = 'no paper';
  const lost = await sell();
  for (const order of [made, lost]) {
    const { lines } = await ticketOf(order);
    const done = { params: { id: String(lines[0]!.line_id) }, body: { status: 'completed' as const } };
    expect((await admin(updateItemStatus, done)).status).toBe(200);
  }
  const cook = await staff('KITCHEN_DISPLAY');
  const { tickets } = (await cook(getKitchenBoard, { query: {} })).reply;
  expect(tickets!.map(({ order_id }) => order_id)).toEqual([waiting, lost]);
});

test('a delivery’s bill and receipt say where it goes, unless the store leaves its customers out', async () => {
  const { admin, menu, print } = await open();
  const cart = [{ id: menu.soup, quantity: 1 }];
  const delivery = { cart, deliveryType: 'delivery' as const, deliveryAddress: '5 Mill Lane' };
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: delivery })).reply;
  expect(await print('receipt', invoiceId)).toContain('Deliver to: 5 Mill Lane');
  await admin(createOrder, { body: delivery });
  const { check_id: id } = (await admin(listChecks, { query: {} })).reply[0]!;
  expect((await admin(getCheck, { params: { id: String(id) } })).reply.orders).toMatchObject([{ delivery_address: '5 Mill Lane' }]);
  expect(await print('bill', id)).toContain('Deliver to: 5 Mill Lane');
  expect((await admin(savePrintSetting, { body: { showCustomerDetails: false } })).status).toBe(200);
  expect(await print('receipt', invoiceId)).not.toContain('Mill Lane');
  expect(await print('bill', id)).not.toContain('Mill Lane');
});

test('a receipt ends with its token in large figures, where the store prints tokens; a refund has none', async () => {
  const { admin, menu, print } = await open();
  const cart = [{ id: menu.soup, quantity: 1 }];
  const { invoiceId } = (await admin(createOrderAndInvoice, { body: { cart } })).reply;
  const LARGE = '\u001d!\u0033';
  expect(await print('receipt', invoiceId)).toContain(`Token\n\r                      \u001bE\u0001${LARGE}1\u001bE`);
  const [cash] = (await admin(listPaymentTypes, {})).reply;
  const refund = await admin(refundInvoice, { params: { id: String(invoiceId) }, body: { paymentTypeId: cash!.id } });
  expect(await print('receipt', refund.reply.invoiceId)).not.toContain(LARGE);
  expect((await admin(savePrintSetting, { body: { printToken: false } })).status).toBe(200);
  expect(await print('receipt', invoiceId)).not.toContain(LARGE);
});

test('a ticket for a bag says whose it is, as the guest calls themself', async () => {
  const { admin, menu, printer, printerId } = await open();
  await admin(addStation, { body: { title: 'Grill', printerId } });
  await admin(addCustomer, { body: { phone: '0170', name: 'Martin Shaw' } });
  const paperOf = async (order: object) => {
    const before = printer.papers.length;
    const cart = [{ id: menu.soup, quantity: 1 }];
    await admin(createOrder, { body: { cart, customerType: 'CUSTOMER', customerId: '0170', deliveryType: 'takeaway', ...order } });
    while (printer.papers.length === before) await pause(50);
    return printer.papers.at(-1)!.toString('latin1');
  };
  expect(await paperOf({})).toContain('Martin Shaw');
  expect(await paperOf({ deliveryType: 'dinein', tableId: menu.t1 })).not.toContain('Martin Shaw');

  await database.query("update orders set guest_name = 'Zelda' where tenant_id = (select tenant_id from printers where id = $1)", [
    printerId,
  ]);
  const [first] = (await admin(listKitchenOrders, { query: {} })).reply;
  await admin(updateItemStatus, { params: { id: String(first!.items[0]!.id) }, body: { status: 'cancelled' } });
  while (printer.papers.length < 3) await pause(50);
  const paper = printer.papers.at(-1)!.toString('latin1');
  expect(paper).toContain('VOID');
  expect(paper).toContain('Zelda');
  // a bag goes over the counter
  expect(paper).not.toContain('Martin Shaw');
});

test('whatever guests and owners write, no command of it reaches the printer', async () => {
  const { admin, printer, printerId } = await open();
  const evil = '\u001b@\u001d(A\u0010\u0014\u0001\u0005\u0002\u0001\u007f\u009b31m\u202eabc';
  const station = await admin(addStation, { body: { title: `Grill${evil}`.slice(0, 40), printerId } });
  const item = await admin(addMenuItem, { body: { title: `Soup${evil}`, price: 4 } });
  const made = await admin(createOrder, { body: { cart: [{ id: item.reply.id, quantity: 1, notes: `no${evil}\u001bi` }] } });
  expect([station.status, item.status, made.status]).toEqual([200, 200, 200]);
  while (printer.papers.length === 0) await pause(50);
  const paper = printer.papers[0]!.toString('latin1');
  expect(paper).toContain('abc');
  // of the encoder's own: ESC @ at the start alone, no cut but the last, no pulse of a drawer, no status
  expect(paper.split('\u001b@')).toHaveLength(2);
  for (const command of ['\u001d(A', '\u0010\u0014', '\u001bi', '\u001bp', '\u009b']) expect(paper).not.toContain(command);
  expect(paper.split('\u001dV')).toHaveLength(2);
});

test('what waited for a day has expired before the next is looked for, also where all printers poll; of the rest the names go later', async () => {
  const { admin, menu, tenantId } = await withMenu(await openRestaurant());
  const printerId = (await admin(addPrinter, { body: { title: 'Star', kind: 'cloudprnt' } })).reply.id;
  const id = (await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 1 }] } })).reply.orderId;
  const add = async () => (await admin(addPrintJob, { body: { kind: 'token', id, printerId } })).reply.jobId;
  const [waiting, failed, unsure, fresh] = [await add(), await add(), await add(), await add()];
  await database.query(
    `update print_jobs set content = '[{"text": "Ada Lovelace"}]',
      created_at = case when id = $4 then created_at else created_at - interval '25 hours' end,
      state = case id when $2 then 'failed' when $3 then 'unsure' else state end,
      due_at = case when id in ($2, $3) then null else due_at end
    where tenant_id = $1`,
    [tenantId, failed, unsure, fresh],
  );
  const rows = async () => {
    const found = await database.query<{ id: number; state: string; named: boolean }>(
      'select id, state, content is not null as named from print_jobs where tenant_id = $1 order by id',
      [tenantId],
    );
    return found.rows.map((row) => [Number(row.id), row.state, row.named]);
  };
  await expect.poll(rows, { timeout: 10_000 }).toEqual([
    [waiting, 'expired', false],
    [failed, 'failed', true],
    [unsure, 'unsure', true],
    [fresh, 'queued', true],
  ]);
  const jobs = (await admin(listPrintJobs, { query: {} })).reply;
  expect(jobs.find(({ job_id }) => job_id === waiting)).toMatchObject({ error: 'No printer took it for a day.' });
});
