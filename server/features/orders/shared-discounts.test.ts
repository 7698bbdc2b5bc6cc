import { describe, expect, test } from 'vitest';
import { getCheck, listChecks, mergeCheck, splitCheck, undoCheckChange } from '#contract/checks.ts';
import { addAdjustment, removeAdjustment, restoreAdjustment } from '#contract/discounts.ts';
import { updateItemStatus } from '#contract/orders.ts';
import { createOrder } from '#contract/pos.ts';
import { itemsOf, openCosts } from '#server/testing/costs.ts';
import { database, openRestaurant } from '#server/testing/restaurant.ts';
import { withMenu } from '#server/testing/menu.ts';

// Worked by hand: what goes with the pieces of a line that has money off, and what stays with it (wire-2.md §3). Bread is 2.00 without tax.

interface Off {
  kind: 'percent' | 'amount' | 'price';
  value: number;
  /** Of the bill, not of the line. */
  isOfBill?: true;
}

/** A bill of so many breads, with money off; `more` is ordered with them. */
const open = async (pieces: number, offs: readonly Off[], more: 'soup' | null = null) => {
  const { admin, menu } = await withMenu(await openRestaurant());
  const cart = [{ id: menu.bread, quantity: pieces }, ...(more ? [{ id: menu[more], quantity: 1 }] : [])];
  await admin(createOrder, { body: { cart, tableId: menu.t1 } as never });
  const id = (await admin(listChecks, { query: {} })).reply[0]!.check_id;
  const at = { params: { id: String(id) } };
  const bill = async (of: number) => {
    const { discount, total, orders } = (await admin(getCheck, { params: { id: String(of) } })).reply;
    return { discount, total, lines: orders.flatMap(({ items }) => items) };
  };
  const line = (await bill(id)).lines[0]!.id;
  for (const { isOfBill, ...body } of offs)
    expect((await admin(addAdjustment, { ...at, body: { itemId: isOfBill ? null : line, ...body } as never })).status).toBe(200);
  return {
    bill: async (of = id) => bill(of),
    split: async (parts: readonly number[]) => {
      const body = { parts: parts.map((quantity) => ({ items: [{ itemId: line, quantity }] })) };
      return (await admin(splitCheck, { ...at, body })).reply.checkIds;
    },
    cancel: (quantity: number) => admin(updateItemStatus, { params: { id: String(line) }, body: { status: 'cancelled', quantity } }),
  };
};

const one: Off = { kind: 'amount', value: 1 };

describe('a line that is split', () => {
  type Bill = [discount: number, total: number];
  const cases: [name: string, pieces: number, offs: Off[], parts: number[], stays: Bill, go: Bill[]][] = [
    ['1 of 3 takes a third of 1.00', 3, [one], [1], [0.67, 3.33], [[0.33, 1.67]]],
    ['2 of 3', 3, [one], [2], [0.34, 1.66], [[0.66, 3.34]]],
    [
      '1 and 1 of 3: the remainder of both stays',
      3,
      [one],
      [1, 1],
      [0.34, 1.66],
      [
        [0.33, 1.67],
        [0.33, 1.67],
      ],
    ],
    // 1.75
    ['3 of 7 less 12.5 %', 7, [{ kind: 'percent', value: 12.5 }], [3], [1, 7], [[0.75, 5.25]]],
    [
      '2 and 2 of 7 less 10 %',
      7,
      [{ kind: 'percent', value: 10 }],
      [2, 2],
      [0.6, 5.4],
      [
        [0.4, 3.6],
        [0.4, 3.6],
      ],
    ],
    ['2 of 5 at 1.99', 5, [{ kind: 'price', value: 1.99 }], [2], [0.03, 5.97], [[0.02, 3.98]]],
    ['1 of 3 that are free', 3, [{ kind: 'percent', value: 100 }], [1], [4, 0], [[2, 0]]],
    [
      '0.03 is too little for four: it stays',
      4,
      [{ kind: 'amount', value: 0.03 }],
      [1, 1, 1],
      [0.03, 1.97],
      [
        [0, 2],
        [0, 2],
        [0, 2],
      ],
    ],
    // 0.60 and 1.00
    [
      'off the line and off the bill',
      3,
      [
        { kind: 'percent', value: 10 },
        { ...one, isOfBill: true },
      ],
      [1],
      [1.07, 2.93],
      [[0.53, 1.47]],
    ],
  ];
  for (const [name, pieces, offs, parts, stays, go] of cases)
    test(`${name}`, async () => {
      const shop = await open(pieces, offs);
      const ids = await shop.split(parts);
      expect(await shop.bill()).toMatchObject({ discount: stays[0], total: stays[1] });
      for (const [index, [discount, total]] of go.entries()) expect(await shop.bill(ids[index]!)).toMatchObject({ discount, total });
    });
  test('where nothing stays, the last part keeps the remainder', async () => {
    const shop = await open(3, [one], 'soup');
    const [first, last] = await shop.split([1, 2]);
    expect(await shop.bill(first)).toMatchObject({ discount: 0.33, total: 1.67 });
    expect(await shop.bill(last)).toMatchObject({ discount: 0.67, total: 3.33 });
    // 4.50 and 10 %
    expect(await shop.bill()).toMatchObject({ discount: 0, total: 4.95 });
  });
});

describe('a line of which pieces are cancelled', () => {
  const cases: [name: string, pieces: number, offs: Off[], cancelled: number[], discount: number, total: number][] = [
    ['1 of 3: a third of 1.00 goes', 3, [one], [1], 0.67, 3.33],
    ['2 of 3', 3, [one], [2], 0.34, 1.66],
    ['1 of 3, then 1 of 2: half of 0.67 goes', 3, [one], [1, 1], 0.34, 1.66],
    ['3 of 7 less 12.5 %', 7, [{ kind: 'percent', value: 12.5 }], [3], 1, 7],
    ['2 of 5 at 1.99', 5, [{ kind: 'price', value: 1.99 }], [2], 0.03, 5.97],
    ['1 of 3 that are free', 3, [{ kind: 'percent', value: 100 }], [1], 4, 0],
    // 0.60 and 1.00: 0.53 of 1.60 goes
    [
      'off the line and off the bill',
      3,
      [
        { kind: 'percent', value: 10 },
        { ...one, isOfBill: true },
      ],
      [1],
      1.07,
      2.93,
    ],
  ];
  for (const [name, pieces, offs, cancelled, discount, total] of cases)
    test(`${name}`, async () => {
      const shop = await open(pieces, offs);
      for (const quantity of cancelled) expect((await shop.cancel(quantity)).status).toBe(200);
      expect(await shop.bill()).toMatchObject({ discount, total });
    });
});

describe('an amount off a bill of 50.00 and 50.00 that is split', () => {
  /** 10.00 off, 5.00 of each. */
  const openSplit = async (firstPieces = 25) => {
    const shop = await openCosts();
    const { admin, menu, only, off, bill } = shop;
    await shop.sell([
      { id: menu.bread, quantity: firstPieces },
      { id: menu.bread, quantity: 50 - firstPieces, notes: 'for him' },
    ]);
    const { check_id: id } = await only();
    const at = (of: number) => ({ params: { id: String(of) } });
    const { adjustmentId } = (await off(id, { kind: 'amount', value: '10' })).reply;
    const [first, second] = await itemsOf(shop);
    const parts = [{ items: [{ itemId: second!.id, quantity: 50 - firstPieces }] }];
    const part = (await admin(splitCheck, { ...at(id), body: { parts } })).reply.checkIds[0]!;
    const total = async (of: number) => (await bill(of)).total;
    return {
      ...shop,
      id,
      part,
      at,
      total,
      first: first!,
      takeBack: async (of = id) => (await admin(removeAdjustment, { ...at(of), body: { adjustmentId } })).reply,
      putBack: async (of = id) => (await admin(restoreAdjustment, { ...at(of), body: { adjustmentId } })).reply,
    };
  };

  test('comes to no other bill when it is taken back on one, nor when they are merged', async () => {
    const { admin, id, part, at, total, off, takeBack } = await openSplit();
    expect([await total(id), await total(part)]).toEqual([45, 45]);
    expect(await takeBack()).toMatchObject({ total: 50 });
    expect((await off(part, { kind: 'percent', value: 10 })).reply).toMatchObject({ total: 40.5 });
    await admin(mergeCheck, { ...at(id), body: { checkId: part } });
    expect(await total(id)).toBe(90.5);
    // priced again
    expect((await off(id, { kind: 'amount', value: '0.5' })).reply).toMatchObject({ total: 90 });
  });

  test('can be put back as it was, once, and not when something was given since', async () => {
    const { id, part, total, bill, off, takeBack, putBack } = await openSplit();
    const { adjustments } = await bill(id);
    await takeBack();
    expect(await putBack(part)).toMatchObject({ code: 'not_found' });
    expect(await putBack()).toMatchObject({ message: 'Put a discount back.', total: 45, due: 45 });
    expect((await bill(id)).adjustments).toEqual(adjustments);
    expect(await putBack()).toMatchObject({ code: 'not_found' });
    await takeBack();
    await off(id, { kind: 'percent', value: 10 });
    expect(await putBack()).toMatchObject({ code: 'conflict' });
    expect([await total(id), await total(part)]).toEqual([45, 45]);
  });

  test('is not put back beside another one that was', async () => {
    const { admin, id, at, total, off, takeBack, putBack } = await openSplit();
    await takeBack();
    const { adjustmentId } = (await off(id, { kind: 'percent', value: 10 })).reply;
    await admin(removeAdjustment, { ...at(id), body: { adjustmentId } });
    expect(await putBack()).toMatchObject({ total: 45 });
    expect((await admin(restoreAdjustment, { ...at(id), body: { adjustmentId } })).reply).toMatchObject({ code: 'conflict' });
    expect(await total(id)).toBe(45);
  });

  test('does not grow beyond the limit of who gave it', async () => {
    // 9.00 of 90.00 and 1.00 of 10.00
    const { admin, part, at, colleague, takeBack, bill } = await openSplit(45);
    const waiter = await colleague('POS', 'ORDERS');
    const rights = ['void_sent', 'move_check', 'discount'];
    await database.query('update members set rights = $2, discount_limit = 10 where username = $1', [waiter.username, rights]);
    await takeBack();
    const give = (value: number) => waiter.call(addAdjustment, { ...at(part), body: { itemId: null, kind: 'percent', value } });
    expect((await give(10)).reply).toMatchObject({ total: 8.1 });
    expect((await bill(part)).adjustments.map(({ amount }) => amount)).toEqual([1, 0.9]);
    expect(await admin(listChecks, { query: {} })).toMatchObject({
      reply: [{ total: 90 }, { total: 8.1 }].map((row) => expect.objectContaining(row)),
    });
  });
});

test('what was taken back of a line is put back on what is left of it alone', async () => {
  const shop = await openCosts();
  const { admin, menu, only, off } = shop;
  await admin(createOrder, { body: { cart: [{ id: menu.bread, quantity: 2 }], tableId: menu.t1 } });
  const { check_id: id } = await only();
  const at = (of: number) => ({ params: { id: String(of) } });
  const [line] = await itemsOf(shop);
  const { adjustmentId } = (await off(id, { kind: 'amount', value: '2' }, line!.id)).reply;
  await admin(removeAdjustment, { ...at(id), body: { adjustmentId } });
  const parts = [{ items: [{ itemId: line!.id, quantity: 1 }] }];
  const { checkIds, changeId } = (await admin(splitCheck, { ...at(id), body: { parts } })).reply;
  const putBack = async (of: number) => (await admin(restoreAdjustment, { ...at(of), body: { adjustmentId } })).reply;
  expect(await putBack(id)).toMatchObject({ total: 1 });
  expect(await putBack(checkIds[0]!)).toMatchObject({ total: 1 });
  for (const of of [id, checkIds[0]!]) await admin(removeAdjustment, { ...at(of), body: { adjustmentId } });
  await admin(undoCheckChange, { ...at(id), body: { changeId } });
  expect(await putBack(id)).toMatchObject({ total: 2 });
});

test('a percent off a part of a line stays that of the part when the split is undone', async () => {
  const shop = await openCosts();
  const { admin, menu, only, off, bill } = shop;
  await shop.sell([{ id: menu.bread, quantity: 2 }]);
  const { check_id: id } = await only();
  const [bread] = await itemsOf(shop);
  const at = { params: { id: String(id) } };
  const body = { parts: [{ items: [{ itemId: bread!.id, quantity: 1 }] }] };
  const { checkIds, changeId } = (await admin(splitCheck, { ...at, body })).reply;
  await off(checkIds[0]!, { kind: 'percent', value: 10 });
  expect((await admin(undoCheckChange, { ...at, body: { changeId } })).status).toBe(200);
  expect(await bill(id)).toMatchObject({ discount: 0.2, total: 3.8 });
  expect((await off(id, { kind: 'amount', value: '1' })).reply).toMatchObject({ total: 2.8 });
});

describe('a sum off a bill of one line that was taken back and put back', () => {
  /** 2.00 off two breads. */
  const openPutBack = async () => {
    const shop = await openCosts();
    const { admin, menu, only, off, bill } = shop;
    await shop.sell([{ id: menu.bread, quantity: 2 }]);
    const { check_id: id } = await only();
    const at = (of: number) => ({ params: { id: String(of) } });
    const [line] = await itemsOf(shop);
    const { adjustmentId } = (await off(id, { kind: 'amount', value: '2' })).reply;
    await admin(removeAdjustment, { ...at(id), body: { adjustmentId } });
    expect((await admin(restoreAdjustment, { ...at(id), body: { adjustmentId } })).reply).toMatchObject({ total: 2 });
    return {
      ...shop,
      id,
      at,
      line: line!,
      adjustmentId,
      split: async () => (await admin(splitCheck, { ...at(id), body: { parts: [{ items: [{ itemId: line!.id, quantity: 1 }] }] } })).reply,
      discount: async (of: number) => (await bill(of)).discount,
    };
  };

  test('stays on both when it is split, whatever comes later', async () => {
    const { id, menu, sell, split, discount, off } = await openPutBack();
    const part = (await split()).checkIds[0]!;
    // a round of the table prices the bill again, another discount the part
    await sell([{ id: menu.bread, quantity: 1 }]);
    expect(await discount(id)).toBe(1);
    await off(part, { kind: 'percent', value: '0' });
    expect(await discount(part)).toBe(1);
  });

  test('stays when a piece is cancelled', async () => {
    const { admin, id, menu, line, sell, discount } = await openPutBack();
    await admin(updateItemStatus, { params: { id: String(line.id) }, body: { status: 'cancelled', quantity: 1 } });
    await sell([{ id: menu.bread, quantity: 1 }]);
    expect(await discount(id)).toBe(1);
  });

  test('does not come back when a part that it was taken back of is joined again, and can be put back in all', async () => {
    const { admin, id, at, menu, adjustmentId, sell, split, discount } = await openPutBack();
    const { checkIds, changeId } = await split();
    await admin(removeAdjustment, { ...at(checkIds[0]!), body: { adjustmentId } });
    await admin(undoCheckChange, { ...at(id), body: { changeId } });
    expect(await discount(id)).toBe(1);
    await sell([{ id: menu.bread, quantity: 1 }]);
    expect(await discount(id)).toBe(1);
    await admin(removeAdjustment, { ...at(id), body: { adjustmentId } });
    expect((await admin(restoreAdjustment, { ...at(id), body: { adjustmentId } })).reply).toMatchObject({ total: 4 });
  });

  test('is put back on the whole line when its parts were joined again', async () => {
    const { admin, id, at, adjustmentId, split, discount } = await openPutBack();
    const { changeId } = await split();
    await admin(undoCheckChange, { ...at(id), body: { changeId } });
    await admin(removeAdjustment, { ...at(id), body: { adjustmentId } });
    expect(await discount(id)).toBe(0);
    await admin(restoreAdjustment, { ...at(id), body: { adjustmentId } });
    expect(await discount(id)).toBe(2);
  });
});
