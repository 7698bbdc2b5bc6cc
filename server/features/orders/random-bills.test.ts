import { expect, test } from 'vitest';
import { addCharge } from '#contract/charges.ts';
import {
  getCheck,
  listChecks,
  mergeCheck,
  moveCheck,
  payCheck,
  reversePayment,
  setCovers,
  splitCheck,
  undoCheckChange,
} from '#contract/checks.ts';
import { findCurrency } from '#contract/currencies.ts';
import { addAdjustment } from '#contract/discounts.ts';
import { addPaymentType, listPaymentTypes } from '#contract/payment-types.ts';
import { createOrder } from '#contract/pos.ts';
import { addMenuItem, updateMenuItem } from '#contract/menu-items.ts';
import { addStation } from '#contract/stations.ts';
import { addTable } from '#contract/tables.ts';
import { addTax } from '#contract/taxes.ts';
import { addUp } from '#contract/pricing.ts';
import { toPriced } from '#server/features/prices/cart.rules.ts';
import { dice } from '#server/testing/dice.ts';
import { database, openRestaurant, type Restaurant } from '#server/testing/restaurant.ts';

/** In each of three currencies; a proof takes thousands. */
const BILLS = Number(process.env['COMANDA_BILLS'] ?? 100);
const CHANGES = Number(process.env['COMANDA_CHANGES'] ?? 60);
const ROUNDS = Number(process.env['COMANDA_ROUNDS'] ?? 10);
const TIMEOUT = { timeout: 120_000 + (BILLS + 10 * CHANGES + ROUNDS) * 1000 };

/** Prices of any currency: 437 with 10 % on top, 601 with 20 % inside, 199 without tax, in minor units or whole ones. */
const openSmallMenu = async ({ admin }: Restaurant) => {
  const tax = async (title: string, rate: number, type: 'exclusive' | 'inclusive') =>
    (await admin(addTax, { body: { title, rate, type } })).reply.id;
  const [vat, duty] = [await tax('VAT', 10, 'exclusive'), await tax('Duty', 20, 'inclusive')];
  const item = async (title: string, price: number, taxId: number | null) =>
    (await admin(addMenuItem, { body: { title, price, netPrice: null, taxId } })).reply.id;
  const table = async (title: string) => (await admin(addTable, { body: { title, floor: 'Ground', seatingCapacity: 4 } })).reply.id;
  return {
    soup: await item('Soup', 437, vat),
    wine: await item('Wine', 601, duty),
    bread: await item('Bread', 199, null),
    t1: await table('T1'),
    t2: await table('T2'),
  };
};

const open = async (currency: string) => {
  const restaurant = await openRestaurant({ currency });
  const { admin } = restaurant;
  const menu = await openSmallMenu(restaurant);
  const { paymentTypeId: card } = (await admin(addPaymentType, { body: { title: 'Card', kind: 'card' } })).reply;
  const cash = (await admin(listPaymentTypes, {})).reply[0]!.id;
  const { decimals } = findCurrency(currency)!;
  const at = (id: number) => ({ params: { id: String(id) } });
  return {
    ...restaurant,
    menu,
    types: [cash, card],
    unit: 10 ** decimals,
    sell: (next: (most: number) => number, tableId: number | null) =>
      admin(createOrder, {
        body: {
          cart: Array.from({ length: 1 + next(3) }, () => ({ id: [menu.soup, menu.wine, menu.bread][next(3)]!, quantity: 1 + next(4) })),
          tableId,
        },
      }),
    bills: async () => (await admin(listChecks, { query: {} })).reply,
    bill: async (id: number) => (await admin(getCheck, at(id))).reply,
    at,
  };
};
type Shop = Awaited<ReturnType<typeof open>>;

const totalOf = (bills: readonly { total: number }[]): number => bills.reduce((sum, { total }) => sum + total, 0);

/** The change of a bill, or undefined where it was refused as one that makes no sense. */
const changeOf = async (call: Promise<{ status: number; reply: { changeId: number } }>, id: number) => {
  const { status, reply } = await call;
  // another terminal may have moved its lines on meanwhile
  expect([200, 404, 409]).toContain(status);
  return status === 200 ? { id, changeId: reply.changeId } : undefined;
};

/** Puts random pieces of a bill onto up to three others; answers the change, or undefined where there was nothing to split. */
const splitSome = async ({ admin, bill, at }: Shop, id: number, next: (most: number) => number) => {
  const lines = (await bill(id)).orders.flatMap(({ items }) => items).filter(({ status }) => status !== 'cancelled');
  const left = new Map(lines.map((line) => [line.id, line.quantity]));
  const parts = Array.from({ length: 1 + next(3) }, () =>
    lines.flatMap(({ id: itemId }) => {
      const quantity = next(left.get(itemId)! + 1);
      left.set(itemId, left.get(itemId)! - quantity);
      return quantity > 0 ? [{ itemId, quantity }] : [];
    }),
  ).filter((items) => items.length > 0);
  if (parts.length === 0) return undefined;
  return changeOf(admin(splitCheck, { ...at(id), body: { parts: parts.map((items) => ({ items })) } }), id);
};

/** Pays a bill in up to four random sums, two of them with each call; some with a tip. */
const payInParts = async ({ admin, types, unit, at }: Shop, id: number, due: number, next: (most: number) => number) => {
  let left = Math.round(due * unit);
  for (let call = 0; ; call++) {
    const before = left;
    const payments: { paymentTypeId: number; amount: number; tip: number | undefined }[] = [];
    for (let place = 0; place < 2 && left > 0; place++) {
      const amount = call + place === 2 ? left : 1 + next(left);
      const paymentTypeId = types[next(2)]!;
      payments.push({ paymentTypeId, amount: amount / unit, tip: paymentTypeId === types[1] ? next(100) / unit : undefined });
      left -= amount;
    }
    const { status, reply } = await admin(payCheck, { ...at(id), body: { due: before / unit, payments } });
    expect([status, reply.message]).toEqual([200, 'Payment received.']);
    expect(Math.round(reply.due * unit)).toBe(left);
    if (reply.invoiceId !== null) return;
  }
};

const sumsOf = async ({ tenantId }: Shop) => {
  const { rows } = await database.query<Record<string, number>>(
    `select (select coalesce(sum(total), 0)::float8 from invoices where tenant_id = $1) as invoiced,
      (select coalesce(sum(amount), 0)::float8 from payments where tenant_id = $1) as paid,
      (select coalesce(sum(amount), 0)::float8 from check_payments where tenant_id = $1) as captured,
      (select coalesce(sum(tip), 0)::float8 from check_payments where tenant_id = $1) - (select coalesce(sum(tip), 0)::float8 from payments where tenant_id = $1) as lost_tips,
      (select count(*)::float8 from orders where tenant_id = $1 and payment_status <> 'paid') as unpaid,
      (select count(*) - max(id) from invoices where tenant_id = $1)::float8 as gaps`,
    [tenantId],
  );
  return rows[0]!;
};

/** Every invoice is what its rows give, by another way than the server's. */
const expectInvoicesToAddUp = async ({ tenantId }: Shop) => {
  const { rows } = await database.query(
    `with sold as materialized (
       select coalesce(l.invoice_id, o.invoice_id) as sold_on, l.* from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
       where o.tenant_id = $1 and l.status <> 'cancelled')
     select i.id, i.total, i.sub_total, json_agg(l) as lines from invoices i join sold l on l.sold_on = i.id
     where i.tenant_id = $1 group by i.tenant_id, i.id, i.total, i.sub_total`,
    [tenantId],
  );
  for (const { lines, total, sub_total } of rows) {
    const right = addUp(lines.map(toPriced));
    expect([Number(total), Number(sub_total)]).toEqual([Number(right.total), Number(right.net)]);
    // no share below 0: of the sums, of the lines and of what is off them
    const shares = lines.flatMap((line: { total: number; discount: number }) => [line.total, line.discount]);
    expect(Math.min(Number(sub_total), Number(total) - Number(sub_total), ...shares)).toBeGreaterThanOrEqual(0);
  }
  return rows.length;
};

test.each(['USD', 'JPY', 'KWD'])(
  `${BILLS} random bills in %s, split and paid in parts: captured = invoiced, and invoices = rows`,
  TIMEOUT,
  async (currency) => {
    const shop = await open(currency);
    for (let seed = 1; seed <= BILLS; seed++) {
      const next = dice(seed);
      const tableId = [shop.menu.t1, shop.menu.t2, null][next(3)]!;
      for (let round = 0; round <= next(3); round++) await shop.sell(next, tableId);
      const whole = await shop.bills();
      await splitSome(shop, whole[0]!.check_id, next);
      const parts = await shop.bills();
      // each of them is rounded once
      const apart = totalOf(parts) - totalOf(whole);
      expect(Math.min(...parts.flatMap(({ total, due }) => [total, due]))).toBeGreaterThanOrEqual(0);
      expect(Math.abs(Math.round(apart * shop.unit))).toBeLessThan(parts.length);
      for (const { check_id, due } of parts) await payInParts(shop, check_id, due, next);
    }
    expect(await shop.bills()).toEqual([]);
    const { invoiced, ...sums } = await sumsOf(shop);
    expect(sums).toEqual({ paid: invoiced, captured: invoiced, lost_tips: 0, unpaid: 0, gaps: 0 });
    expect(await expectInvoicesToAddUp(shop)).toBeGreaterThanOrEqual(BILLS);
  },
);

/** A random split, move or merge of an open bill; undefined where it was refused as one that makes no sense. */
const changeSome = async (shop: Shop, next: (most: number) => number) => {
  const { admin, menu, at } = shop;
  const bills = await shop.bills();
  const { check_id: id } = bills[next(bills.length)]!;
  return [
    () => splitSome(shop, id, next),
    () => changeOf(admin(moveCheck, { ...at(id), body: { tableId: [menu.t1, menu.t2, null][next(3)]! } }), id),
    () => changeOf(admin(mergeCheck, { ...at(id), body: { checkId: bills[next(bills.length)]!.check_id } }), id),
  ][next(3)]!();
};

/** Two bills at tables with two rounds each, and two without a table; each has a charge. Wine is of the bar, the rest of the kitchen. */
const openFour = async () => {
  const shop = await open('USD');
  const { admin, menu } = shop;
  await admin(addCharge, { body: { title: 'Service', kind: 'percent', value: '12.5' } });
  await admin(addCharge, { body: { title: 'Table', kind: 'amount', value: 2 } });
  const station = async (title: string) => (await admin(addStation, { body: { title } })).reply.stationId;
  await station('Kitchen');
  await admin(updateMenuItem, { ...shop.at(menu.wine), body: { title: 'Wine', price: 601, stationId: await station('Bar') } });
  const first = dice(11);
  for (const tableId of [menu.t1, menu.t2, null, null]) {
    await shop.sell(first, tableId);
    if (tableId !== null) await shop.sell(first, tableId);
  }
  return shop;
};

/** The pieces of each order, whatever lines they are in. */
const piecesOf = async ({ tenantId }: Shop) =>
  (
    await database.query(
      `select o.token_no, l.item_id, sum(l.quantity)::int as pieces from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
       where l.tenant_id = $1 group by 1, 2 order by 1, 2`,
      [tenantId],
    )
  ).rows;

/**
 * Every order was told once to each of its stations, of each line the pieces that are ordered and not cancelled (wire-2.md §5), by a token of its own. A
 * bill that is at another table is told as a move, and never ordered again.
 */
const expectToldOnce = async ({ tenantId }: Shop) => {
  const { rows: wrong } = await database.query(
    `select o.token_no, s.line_id, s.pieces, t.news, t.told, t.others from orders o
     join lateral (
       select l.station_id, coalesce(l.half_of, l.id) as line_id, sum(l.quantity)::int as pieces from order_lines l
       where l.tenant_id = o.tenant_id and l.order_id = o.id and l.status <> 'cancelled' and l.station_id is not null group by 1, 2) s on true
     cross join lateral (
       select count(distinct k.id) filter (where k.kind = 'new')::int as news, count(*) filter (where k.kind not in ('new', 'move'))::int as others,
         coalesce(sum((x->>'quantity')::int * case k.kind when 'new' then 1 when 'void' then -1 else 0 end)
          filter (where (x->>'line_id')::bigint = s.line_id), 0)::int as told
       from tickets k cross join jsonb_array_elements(k.lines) x
       where k.tenant_id = o.tenant_id and k.order_id = o.id and k.station_id = s.station_id) t
     where o.tenant_id = $1 and (t.news, t.told, t.others) <> (1, s.pieces, 0)`,
    [tenantId],
  );
  expect(wrong).toEqual([]);
  const { rows: counted } = await database.query<Record<string, number>>(
    `select (select count(distinct (order_id, station_id)) from tickets where tenant_id = $1 and kind = 'new')::int as told,
      (select count(*) from tickets where tenant_id = $1 and kind = 'new')::int as tickets,
      (select count(distinct (order_id, station_id)) from order_lines where tenant_id = $1)::int as ordered,
      (select count(*) - count(distinct token_no) from orders where tenant_id = $1)::int as repeated`,
    [tenantId],
  );
  const { ordered, ...told } = counted[0]!;
  expect(told).toEqual({ told: ordered, tickets: ordered, repeated: 0 });
};

test(
  `${CHANGES} random moves, merges and splits on three terminals, then all undone: the bills are what they were, and no token or ticket is given twice`,
  TIMEOUT,
  async () => {
    const shop = await openFour();
    const { admin, at, types } = shop;
    // a payment that was taken back stays where it was taken; it counts nowhere
    const shapes = async () =>
      Promise.all(
        (await shop.bills()).map(async ({ check_id }) => {
          const { changes: _, payments, ...bill } = await shop.bill(check_id);
          expect(payments.filter(({ state }) => state !== 'reversed')).toEqual([]);
          return bill;
        }),
      );
    for (const [index, { check_id: id }] of (await shop.bills()).entries()) {
      expect((await admin(setCovers, { ...at(id), body: { covers: index + 1 } })).status).toBe(200);
      if (index % 2 === 0) await admin(addAdjustment, { ...at(id), body: { itemId: null, kind: 'percent', value: 10 } });
    }
    const before = await shapes();
    const cooked = await piecesOf(shop);

    const done: { id: number; changeId: number }[] = [];
    const terminals = [12, 13, 14].map(dice);
    const takeAllBack = async () => {
      for (const { check_id: id } of await shop.bills())
        for (const { payment_id: paymentId, state } of (await shop.bill(id)).payments)
          if (state === 'captured') await admin(reversePayment, { params: { id: String(id), paymentId: String(paymentId) }, body: {} });
    };
    /** Something is paid of one of them, which goes along when that is moved or merged, until all of it is taken back. */
    const payAndTakeBack = async (next: (most: number) => number) => {
      const bills = await shop.bills();
      const { check_id: id, due } = bills[next(bills.length)]!;
      const payments = [{ paymentTypeId: types[0]!, amount: Math.min(1, due / 2) }];
      await (next(4) === 0 ? takeAllBack() : admin(payCheck, { ...at(id), body: { due, payments } }));
    };
    const change = async (next: (most: number) => number) => {
      if (next(3) === 0) await payAndTakeBack(next);
      const made = await changeSome(shop, next);
      if (made) done.push(made);
    };
    for (let tries = 0; done.length < CHANGES && tries < CHANGES * 2; tries++) {
      await Promise.all(terminals.map(change));
      expect(await piecesOf(shop)).toEqual(cooked);
      await expectToldOnce(shop);
    }
    expect(done.length).toBeGreaterThanOrEqual(CHANGES);
    await takeAllBack();
    // of changes of one bill the later has the higher number
    done.sort((a, b) => a.changeId - b.changeId);
    for (const { id, changeId } of done.toReversed()) {
      const { status, reply } = await admin(undoCheckChange, { ...at(id), body: { changeId } });
      expect([status, reply.message]).toEqual([200, expect.stringMatching(/^Undone: /)]);
      await expectToldOnce(shop);
    }
    expect(await shapes()).toEqual(before);
  },
);

test(
  `${CHANGES} random moves, merges, splits and rounds, as much of it undone as can be: all that is to be paid lies on an open bill`,
  TIMEOUT,
  async () => {
    const shop = await openFour();
    const { admin, menu, at, tenantId } = shop;
    const next = dice(21);
    const done: { id: number; changeId: number }[] = [];
    const expectAllOnOpenBills = async () => {
      const { rows } = await database.query(
        `select count(*)::int as lost from order_lines l join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
         join checks c on c.tenant_id = l.tenant_id and c.id = coalesce(l.check_id, o.check_id)
         where l.tenant_id = $1 and c.closed_at is not null`,
        [tenantId],
      );
      expect(rows).toEqual([{ lost: 0 }]);
      await expectToldOnce(shop);
    };
    const undo = ({ id, changeId }: { id: number; changeId: number }) => admin(undoCheckChange, { ...at(id), body: { changeId } });
    /** The youngest bill, a part of another one maybe, has a round while it sits at a table for a moment. */
    const sitAndGoBack = async () => {
      const { check_id: id } = (await shop.bills()).at(-1)!;
      const tableId = [menu.t1, menu.t2][next(2)]!;
      const moved = await changeOf(admin(moveCheck, { ...at(id), body: { tableId } }), id);
      if (moved) await shop.sell(next, tableId);
      return moved && undo(moved);
    };
    for (let step = 0; step < CHANGES; step++) {
      if (next(4) === 0) await sitAndGoBack();
      if (next(4) === 0) await shop.sell(next, [menu.t1, menu.t2][next(2)]!);
      const made = await changeSome(shop, next);
      if (made) done.push(made);
      // undone and done again in between, too
      if (made && next(3) === 0 && (await undo(made)).status === 200) done.pop();
      await expectAllOnOpenBills();
    }
    const cooked = await piecesOf(shop);
    for (const change of done.toReversed()) {
      const { reply } = await undo(change);
      expect(reply.message).toMatch(/^(Undone: .*|Somebody else sits at the table now!|Undo what was changed after it first!)$/);
      await expectAllOnOpenBills();
    }
    expect(await piecesOf(shop)).toEqual(cooked);
    for (const { check_id, due } of await shop.bills()) await payInParts(shop, check_id, due, next);
    expect((await sumsOf(shop)).unpaid).toBe(0);
  },
);

test('two tills that pay the last sum at once: one of them does', TIMEOUT, async () => {
  const shop = await open('USD');
  const { admin, menu, at, types } = shop;
  for (let round = 0; round < ROUNDS; round++) {
    await shop.sell(dice(round), menu.t1);
    const { check_id: id, due } = (await shop.bills())[0]!;
    const pay = (paymentTypeId: number) => admin(payCheck, { ...at(id), body: { due, payments: [{ paymentTypeId, amount: due }] } });
    const answers = await Promise.all(types.map(pay));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
  const { invoiced, ...sums } = await sumsOf(shop);
  expect(sums).toEqual({ paid: invoiced, captured: invoiced, lost_tips: 0, unpaid: 0, gaps: 0 });
});

test('two bills of one order that are paid at once: the order is paid', async () => {
  const shop = await open('USD');
  const { admin, menu, at, types } = shop;
  for (let round = 0; round < 10; round++) {
    await admin(createOrder, { body: { cart: [{ id: menu.soup, quantity: 2 }], tableId: menu.t1 } });
    const { check_id: id } = (await shop.bills())[0]!;
    const [line] = (await shop.bill(id)).orders[0]!.items;
    await admin(splitCheck, { ...at(id), body: { parts: [{ items: [{ itemId: line!.id, quantity: 1 }] }] } });
    const answers = await Promise.all(
      (await shop.bills()).map(({ check_id, due }) =>
        admin(payCheck, { ...at(check_id), body: { due, payments: [{ paymentTypeId: types[0]!, amount: due }] } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  }
  expect((await sumsOf(shop)).unpaid).toBe(0);
});
