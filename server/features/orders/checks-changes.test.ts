import { expect, test } from 'vitest';
import { listChecks, mergeCheck, moveCheck, payCheck, reversePayment, setCovers, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { completeAndPayOrders, summarisePayment, updateItemStatus } from '#contract/orders.ts';
import { placeQrOrder } from '#contract/qr-menu.ts';
import { listQrOrders } from '#contract/qr-orders.ts';
import { getStoreSetting, saveStoreSetting } from '#contract/store-settings.ts';
import { addTable, deleteTable, listTables } from '#contract/tables.ts';
import { at, openBills, sayOf } from '#server/testing/bills.ts';
import { openVisitor } from '#server/testing/restaurant.ts';

test('a merge takes lines, payments and guests along; it is undone exactly, from either bill, once', async () => {
  const { admin, menu, sell, bill, cash } = await openBills();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  await admin(setCovers, { ...at(one), body: { covers: 2 } });
  await admin(setCovers, { ...at(two), body: { covers: 3 } });
  // a payment that was taken back is of the bill where it was taken
  const { paymentIds } = (await admin(payCheck, { ...at(two), body: { due: 19.8, payments: [{ paymentTypeId: cash, amount: 5 }] } })).reply;
  await admin(reversePayment, { params: { id: String(two), paymentId: String(paymentIds[0]) }, body: {} });
  const shape = async (id: number) => {
    const { changes: _, ...rest } = await bill(id);
    return rest;
  };
  const before = [await shape(one), await shape(two)];
  const { changeId, checkId } = (await admin(mergeCheck, { ...at(one), body: { checkId: two } })).reply;
  expect(checkId).toBe(one);
  expect(await bill(one)).toMatchObject({ covers: 5, total: 39.6, orders: [{}, {}], payments: [{ state: 'reversed' }] });
  expect(await bill(two)).toMatchObject({ status: 'closed', orders: [], invoices: [], merged_into: one });
  expect((await admin(listChecks, { query: {} })).reply.map(({ check_id: id }) => id)).toEqual([one]);
  expect(sayOf(await admin(mergeCheck, { ...at(one), body: { checkId: two } }))).toEqual([409, 'This bill is closed!']);
  expect(sayOf(await admin(mergeCheck, { ...at(one), body: { checkId: one } }))).toEqual([409, 'A bill cannot be merged with itself!']);

  expect((await admin(undoCheckChange, { ...at(two), body: { changeId } })).status).toBe(200);
  expect([await shape(one), await shape(two)]).toEqual(before);
  expect(sayOf(await admin(undoCheckChange, { ...at(one), body: { changeId } }))).toEqual([409, 'This cannot be undone!']);

  // with captured payments it goes along, and nothing is undone before they are taken back
  const paid = (await admin(payCheck, { ...at(two), body: { due: 19.8, payments: [{ paymentTypeId: cash, amount: 6 }] } })).reply;
  const merged = (await admin(mergeCheck, { ...at(one), body: { checkId: two } })).reply;
  expect(await bill(one)).toMatchObject({ total: 39.6, paid: 6, due: 33.6 });
  expect((await bill(one)).changes.some(({ can_undo: can }) => can)).toBe(false);
  expect(sayOf(await admin(undoCheckChange, { ...at(one), body: { changeId: merged.changeId } }))).toEqual([
    409,
    'Take back the payments of the bill first!',
  ]);
  // taken back after the merge, it goes back with what took it back
  await admin(reversePayment, { params: { id: String(one), paymentId: String(paid.paymentIds[0]) }, body: {} });
  expect((await admin(undoCheckChange, { ...at(one), body: { changeId: merged.changeId } })).status).toBe(200);
  expect(await bill(one)).toMatchObject({ paid: 0, due: 19.8, payments: [] });
  expect(await bill(two)).toMatchObject({ paid: 0, due: 19.8, payments: [{ state: 'reversed' }, { state: 'reversed' }] });
  await admin(payCheck, { ...at(one), body: { due: 19.8, payments: [{ paymentTypeId: cash, amount: 19.8 }] } });
  expect(await bill(one)).toMatchObject({ status: 'closed', paid: 19.8 });
});

test('of a merge each bill names the other one, also once it is undone', async () => {
  const { admin, menu, sell, bill } = await openBills();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const texts = async (id: number) => (await bill(id)).changes.map(({ text }) => text);
  const { changeId } = (await admin(mergeCheck, { ...at(one), body: { checkId: two } })).reply;
  expect([await texts(one), await texts(two)]).toEqual([['Merged with the bill of T2'], ['Merged into the bill of T1']]);
  const undone = await admin(undoCheckChange, { ...at(two), body: { changeId } });
  expect(undone.reply.message).toBe('Undone: Merged into the bill of T1.');
  expect(await texts(one)).toEqual(['Undone: Merged with the bill of T2', 'Merged with the bill of T2']);
  expect(await texts(two)).toEqual(['Undone: Merged into the bill of T1', 'Merged into the bill of T1']);
});

test('a merge is undone after all of one bill was cancelled: nobody sits at a table that nobody sees', async () => {
  const { admin, menu, sell, linesOf, bill } = await openBills();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const [gone] = await linesOf(two);
  const { changeId } = (await admin(mergeCheck, { ...at(one), body: { checkId: two } })).reply;
  await admin(updateItemStatus, { params: { id: String(gone!.id) }, body: { status: 'cancelled' } });
  expect((await admin(undoCheckChange, { ...at(one), body: { changeId } })).status).toBe(200);
  expect((await admin(listChecks, { query: {} })).reply.map(({ check_id: id }) => id)).toEqual([one]);
  expect(await bill(two)).toMatchObject({ status: 'closed', total: 0 });
  expect((await admin(moveCheck, { ...at(one), body: { tableId: menu.t2 } })).status).toBe(200);
});

test('nothing is put back to a table that was deleted', async () => {
  const { admin, menu, sell, bill } = await openBills();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const moved = (await admin(moveCheck, { ...at(one), body: { tableId: null } })).reply.changeId;
  const merged = (await admin(mergeCheck, { ...at(one), body: { checkId: two } })).reply.changeId;
  const undo = async (changeId: number) => sayOf(await admin(undoCheckChange, { ...at(one), body: { changeId } }));
  expect((await admin(deleteTable, { params: { id: String(menu.t2) } })).status).toBe(200);
  expect((await bill(one)).changes[0]!.can_undo).toBe(false);
  expect(await undo(merged)).toEqual([409, 'This table does not exist any more!']);
  const three = await sell(menu.t1);
  const gone = (await admin(moveCheck, { ...at(three), body: { tableId: null } })).reply.changeId;
  expect((await admin(deleteTable, { params: { id: String(menu.t1) } })).status).toBe(200);
  expect(sayOf(await admin(undoCheckChange, { ...at(three), body: { changeId: gone } }))).toEqual([
    409,
    'This table does not exist any more!',
  ]);
  expect(await undo(moved)).toEqual([409, 'Undo what was changed after it first!']);
});

test('where the main bill is paid a new round opens a new bill 1; the parts keep their numbers until they move', async () => {
  const { admin, menu, sell, bill, linesOf, cash } = await openBills();
  const main = await sell(menu.t1);
  await admin(setCovers, { ...at(main), body: { covers: 4 } });
  const [line] = await linesOf(main);
  const piece = { items: [{ itemId: line!.id, quantity: 1 }] };
  const { reply } = await admin(splitCheck, { ...at(main), body: { parts: [piece, piece] } });
  const checkIds = reply.checkIds as [number, number];
  const { due } = await bill(main);
  await admin(payCheck, { ...at(main), body: { due, payments: [{ paymentTypeId: cash, amount: due }] } });
  await sell(menu.t1, [{ id: menu.bread, quantity: 1 }]);
  const rows = async () =>
    (await admin(listChecks, { query: {} })).reply.map(({ check_id, table_title, bill_no, covers }) => [
      check_id,
      table_title,
      bill_no,
      covers,
    ]);
  const [, , [newest]] = (await rows()) as [unknown, unknown, [number]];
  expect(await rows()).toEqual([
    [checkIds[0], 'T1', 2, null],
    [checkIds[1], 'T1', 3, null],
    [newest, 'T1', 1, null],
  ]);
  const { changeId } = (await admin(moveCheck, { ...at(checkIds[1]), body: { tableId: menu.t2 } })).reply;
  expect((await rows())[1]).toEqual([checkIds[1], 'T2', 1, null]);
  await admin(undoCheckChange, { ...at(checkIds[1]), body: { changeId } });
  expect((await rows())[1]).toEqual([checkIds[1], 'T1', 3, null]);
  await admin(moveCheck, { ...at(checkIds[0]), body: { tableId: null } });
  expect((await rows())[0]).toEqual([checkIds[0], null, null, null]);
});

test('a round that an old client paid is no longer part of its bill, whose other rounds are paid as before', async () => {
  const { admin, menu, sell, bill, cash, visa } = await openBills();
  const id = await sell(menu.t1);
  await sell(menu.t1, [{ id: menu.bread, quantity: 1 }]);
  const [first, second] = (await bill(id)).orders;
  const payOld = (orderId: number, total: number) =>
    admin(completeAndPayOrders, { body: { orderIds: [orderId], total, paymentTypeId: visa } });
  await admin(moveCheck, { ...at(id), body: { tableId: menu.t2 } });
  // the till that asked for the bill of T1 learns where it is
  expect((await payOld(second!.id, 2)).reply).toMatchObject({ success: true, tableTitle: 'T2' });
  expect(await bill(id)).toMatchObject({ status: 'open', total: 19.8, paid: 0, due: 19.8, payments: [] });
  expect((await bill(id)).orders.flatMap(({ items }) => items.map(({ is_paid: isPaid }) => isPaid))).toEqual([false, true]);
  await admin(payCheck, { ...at(id), body: { due: 19.8, payments: [{ paymentTypeId: cash, amount: 5 }] } });
  expect(sayOf(await payOld(first!.id, 19.8))).toEqual([409, 'This bill has payments; pay it from the bill.']);
  const summary = (await admin(summarisePayment, { body: { orderIds: [first!.id] } })).reply;
  expect(summary).toMatchObject({ total: 19.8, paid: 5, due: 14.8 });
  const last = await admin(payCheck, { ...at(id), body: { due: 14.8, payments: [{ paymentTypeId: cash, amount: 14.8 }] } });
  expect(last.reply).toMatchObject({ paid: 19.8, due: 0 });
  expect(await bill(id)).toMatchObject({ status: 'closed', total: 19.8, paid: 19.8 });
});

test('the history tells of guests; such a line stands in no undo’s way, and is none', async () => {
  const { admin, menu, sell, bill } = await openBills();
  const id = await sell(menu.t1);
  const { changeId } = (await admin(moveCheck, { ...at(id), body: { tableId: menu.t2 } })).reply;
  for (const covers of [2, 2, 4]) expect((await admin(setCovers, { ...at(id), body: { covers } })).status).toBe(200);
  const history = async () => (await bill(id)).changes.map(({ kind, text, can_undo: can }) => [kind, text, can]);
  expect(await history()).toEqual([
    ['charge', 'Guests: 2 → 4', false],
    ['charge', 'Guests: 2', false],
    ['move', 'Moved to T2', true],
  ]);
  const [line] = (await bill(id)).changes;
  expect(line!.member_name).not.toBeNull();
  expect(sayOf(await admin(undoCheckChange, { ...at(id), body: { changeId: line!.change_id } }))).toEqual([409, 'This cannot be undone!']);
  expect((await admin(undoCheckChange, { ...at(id), body: { changeId } })).status).toBe(200);
  expect(await bill(id)).toMatchObject({ table_title: 'T1', covers: 4 });
});

test('the main bill of a table that is merged onto its part becomes that: the next round of the table joins the party', async () => {
  const { admin, menu, sell, linesOf, bill } = await openBills();
  const main = await sell(menu.t1);
  const [line] = await linesOf(main);
  const parts = [{ items: [{ itemId: line!.id, quantity: 1 }] }];
  const [part] = (await admin(splitCheck, { ...at(main), body: { parts } })).reply.checkIds;
  const { changeId } = (await admin(mergeCheck, { ...at(part!), body: { checkId: main } })).reply;
  expect(await sell(menu.t1, [{ id: menu.bread, quantity: 1 }])).toBe(part);
  expect(await bill(part!)).toMatchObject({ bill_no: 1, total: 21.8 });
  expect((await admin(undoCheckChange, { ...at(part!), body: { changeId } })).status).toBe(200);
  expect([await bill(main), await bill(part!)]).toMatchObject([
    { bill_no: 1, status: 'open', total: 14.85 },
    { bill_no: 2, status: 'open', total: 6.95 },
  ]);
});

test('a split that is undone on a part leads to the bill that has its lines', async () => {
  const { admin, menu, sell, linesOf } = await openBills();
  const id = await sell(menu.t1);
  const [line] = await linesOf(id);
  const parts = [{ items: [{ itemId: line!.id, quantity: 1 }] }];
  const { checkIds, changeId } = (await admin(splitCheck, { ...at(id), body: { parts } })).reply;
  expect((await admin(undoCheckChange, { ...at(checkIds[0]!), body: { changeId } })).reply).toMatchObject({ checkId: id });
});

test('a percent off a bill comes off further rounds of that bill, and says so; what came with another bill does not', async () => {
  const { admin, menu, sell, linesOf, bill } = await openBills();
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  const body = { itemId: null, kind: 'percent' as const, value: 10 };
  await admin(addAdjustment, { ...at(two), body });
  const round = [{ id: menu.bread, quantity: 5 }];
  // 4 soups less 10 % are 17.82
  expect(await bill(two)).toMatchObject({ total: 17.82, adjustments: [{ is_for_rounds: true }] });
  await sell(menu.t2, round);
  expect((await bill(two)).total).toBe(26.82);
  await admin(mergeCheck, { ...at(one), body: { checkId: two } });
  expect((await bill(one)).adjustments).toMatchObject([{ item_id: null, is_for_rounds: false }]);
  await sell(menu.t1, round);
  // 19.80, 26.82, and 10.00 in full
  expect((await bill(one)).total).toBe(56.62);

  // the other way round the bill that stays has the percent, off what comes later alone
  const away = await sell(menu.t2);
  await admin(addAdjustment, { ...at(one), body });
  const before = (await bill(one)).total;
  await admin(mergeCheck, { ...at(one), body: { checkId: away } });
  expect((await bill(one)).total).toBeCloseTo(before + 19.8, 5);
  await sell(menu.t1, round);
  expect((await bill(one)).total).toBeCloseTo(before + 19.8 + 9, 5);

  // a part that is a table's main bill somewhere else
  const alone = await sell(menu.t2);
  await admin(addAdjustment, { ...at(alone), body });
  const parts = [{ items: [{ itemId: (await linesOf(alone))[0]!.id, quantity: 1 }] }];
  const [part] = (await admin(splitCheck, { ...at(alone), body: { parts } })).reply.checkIds;
  expect((await bill(part!)).adjustments).toMatchObject([{ is_for_rounds: false }]);
});

test('orders of diners that wait go with the bill of their table, and back when that is undone', async () => {
  const { admin, app, menu, sell } = await openBills();
  const { tableId: t9 } = (await admin(addTable, { body: { title: 'T9', floor: 'Ground', seatingCapacity: 2 } })).reply;
  await admin(saveStoreSetting, { body: { isQRMenuEnabled: true, isQROrderEnabled: true } });
  const { uniqueQRCode: qrcode } = (await admin(getStoreSetting, {})).reply;
  const visitor = await openVisitor(app);
  const order = async (tableId: number) => {
    const cartItems = [{ id: menu.bread, quantity: 1 }];
    const { encrypted_id: link } = (await admin(listTables, {})).reply.find(({ id }) => id === tableId)!;
    const { status } = await visitor(placeQrOrder, {
      params: { qrcode },
      body: { deliveryType: null, cartItems, customerType: 'WALKIN', tableId: link },
    });
    expect(status).toBe(200);
  };
  const tables = async () => (await admin(listQrOrders, {})).reply.map(({ table_title: title }) => title);
  const [one, two] = [await sell(menu.t1), await sell(menu.t2)];
  await order(menu.t2);
  const moved = (await admin(moveCheck, { ...at(two), body: { tableId: t9 } })).reply;
  // who orders there now is somebody else
  await order(menu.t2);
  expect(await tables()).toEqual(['T9', 'T2']);
  await admin(undoCheckChange, { ...at(two), body: { changeId: moved.changeId } });
  expect(await tables()).toEqual(['T2', 'T2']);
  const merged = (await admin(mergeCheck, { ...at(one), body: { checkId: two } })).reply;
  expect(await tables()).toEqual(['T1', 'T1']);
  await admin(undoCheckChange, { ...at(one), body: { changeId: merged.changeId } });
  expect(await tables()).toEqual(['T2', 'T2']);
});
